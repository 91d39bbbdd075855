import callTexts from 'texts:call'
import { answerCall } from '@grouplight/contract/ask-around.ts'
import { useMutation } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call, problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { useAccount } from '#features/account/account-queries.ts'
import { refetchGroup } from '#features/group/group-store.ts'
import { showToast } from '#ui/toast.ts'

type About = { groupId: string; callId: string }
type Answer = z.input<NonNullable<typeof answerCall.body>>

/** Sends the changes of a call one after the other. A change is pending until the group has been fetched again. */
export function useCallChange<Change = void>(
  { groupId, callId }: About,
  send: (change: Change) => Promise<unknown>,
  failed: (values: { why: string }) => string,
) {
  return useMutation({
    scope: { id: `call ${callId}` },
    mutationFn: send,
    onSuccess: (_, __, ___, { client }) => refetchGroup(client, groupId),
    onError: (error, _, __, { client }) => {
      const code = problemCode(error)
      // Whoever is too late has done nothing wrong.
      const isLate = code === 'call-closed' || code === 'call-not-found'
      showToast(isLate ? 'info' : 'error', isLate ? problemText(error) : failed({ why: problemText(error) }))
      if (isLate) void refetchGroup(client, groupId)
    },
  })
}

export function useAnswer(about: About) {
  const { uid } = useAccount()
  return useCallChange(
    about,
    (body: Answer) => call(answerCall, { params: { callId: about.callId }, query: { userId: uid }, body }),
    callTexts.notSent,
  )
}
