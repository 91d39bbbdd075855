import { readQuestionSettings, updateQuestionSettings } from '@grouplight/contract/question.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#api/client.ts'
import { ringingQuery } from './ringing-queries.ts'

/** When the user is asked questions in a group. The key begins like that of `ringingQuery`, so both are fetched again together. */
export function questionsQuery(groupId: string) {
  return queryOptions({
    queryKey: [...ringingQuery.queryKey, 'questions', groupId],
    queryFn: ({ signal }) => call(readQuestionSettings, { params: { groupId }, signal }),
  })
}

export type QuestionsChange = z.input<NonNullable<typeof updateQuestionSettings.body>>

/** Sends the changes in a group one after the other. */
export function useQuestionsChange(groupId: string) {
  return useMutation({
    scope: { id: `questions ${groupId}` },
    mutationFn: (body: QuestionsChange) => call(updateQuestionSettings, { params: { groupId }, body }),
    onSuccess: (settings, _, __, { client }) =>
      client.setQueryData(questionsQuery(groupId).queryKey, settings),
  })
}
