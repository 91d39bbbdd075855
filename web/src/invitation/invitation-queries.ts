import { listReceivedInvitations, listSentInvitations } from '@grouplight/contract/invitation.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { readTogether } from '#api/read-together.ts'

/** The pending invitations to my address, newest first. */
export const receivedInvitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) =>
    readTogether('invitations', async () => (await call(listReceivedInvitations, { signal })).invitations),
})

/** The pending invitations of a group that I created, newest first. */
export function sentInvitationsQuery(groupId: string) {
  return queryOptions({
    queryKey: ['group-invitations', groupId],
    queryFn: async ({ signal }) =>
      (await call(listSentInvitations, { params: { groupId }, signal })).invitations,
  })
}
