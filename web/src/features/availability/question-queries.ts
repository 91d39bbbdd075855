import { readQuestionSettings, updateQuestionSettings } from '@grouplight/contract/question.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#api/client.ts'
import { ringingQuery } from '#features/ringing/ringing-queries.ts'

/** Invalidating `ringingQuery` also invalidates this query, whose key begins with the key of `ringingQuery`. */
export function questionSettingsQuery(groupId: string) {
  return queryOptions({
    queryKey: [...ringingQuery.queryKey, 'questions', groupId],
    queryFn: ({ signal }) => call(readQuestionSettings, { params: { groupId }, signal }),
  })
}

export type QuestionSettingsChange = z.input<NonNullable<typeof updateQuestionSettings.body>>

/** Sends the changes in a group one after the other. */
export function useQuestionSettingsChange(groupId: string) {
  return useMutation({
    scope: { id: `questions ${groupId}` },
    mutationFn: (body: QuestionSettingsChange) => call(updateQuestionSettings, { params: { groupId }, body }),
    onSuccess: (settings, _, __, { client }) =>
      client.setQueryData(questionSettingsQuery(groupId).queryKey, settings),
  })
}
