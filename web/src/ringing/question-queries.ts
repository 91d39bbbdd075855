import { readQuestionSettings, updateQuestionSettings } from '@grouplight/contract/question.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#api/client.ts'
import { ringingQuery } from './ringing-queries.ts'

/** Invalidating `ringingQuery` also invalidates this query, whose key begins with the key of `ringingQuery`. */
export function questionsQuery(groupId: string) {
  return queryOptions({
    queryKey: [...ringingQuery.queryKey, 'questions', groupId],
    queryFn: ({ signal }) => call(readQuestionSettings, { params: { groupId }, signal }),
  })
}

export type QuestionsChange = z.input<NonNullable<typeof updateQuestionSettings.body>>

/** Changes in the same group are sent one after the other. */
export function useQuestionsChange(groupId: string) {
  return useMutation({
    scope: { id: `questions ${groupId}` },
    mutationFn: (body: QuestionsChange) => call(updateQuestionSettings, { params: { groupId }, body }),
    onSuccess: (settings, _, __, { client }) =>
      client.setQueryData(questionsQuery(groupId).queryKey, settings),
  })
}
