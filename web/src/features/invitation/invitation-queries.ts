import {
  listReceivedInvitations,
  listSentInvitations,
  readEmailBlock,
} from '@grouplight/contract/invitation.ts'
import { queryOptions } from '@tanstack/react-query'
import { batchedRead } from '#api/batched-read.ts'
import { call } from '#api/client.ts'

/** The pending invitations to the user's address, newest first. */
export const receivedInvitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) =>
    batchedRead('invitations', async () => (await call(listReceivedInvitations, { signal })).invitations),
})

export const emailBlockQuery = queryOptions({
  queryKey: ['email-block'],
  queryFn: async ({ signal }) => (await call(readEmailBlock, { signal })).blocked,
})

/** A group's pending invitations, newest first, without those made by an invite link. Only the creator may read the list. */
export function sentInvitationsQuery(groupId: string) {
  return queryOptions({
    queryKey: ['group-invitations', groupId],
    queryFn: async ({ signal }) =>
      (await call(listSentInvitations, { params: { groupId }, signal })).invitations,
  })
}
