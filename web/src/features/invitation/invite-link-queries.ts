import { readInvitationBlocks } from '@grouplight/contract/invitation-block.ts'
import {
  type InviteLink,
  type linkLifetimes,
  listInviteLinks,
  listJoinRequests,
} from '@grouplight/contract/invite-link.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { sentInvitationsQuery } from './invitation-queries.ts'

export type LinkChoices = Pick<InviteLink, 'maxUses' | 'needsApproval'> & {
  lifetime: (typeof linkLifetimes)[number]
}

// The query keys of the links and the requests begin with the query key of the group's invitations. So a live message that makes
// the invitations stale makes the links and the requests stale, too.

/** The working invite links of a group, newest first. Only the group's creator may read them. */
export function inviteLinksQuery(groupId: string) {
  return queryOptions({
    queryKey: [...sentInvitationsQuery(groupId).queryKey, 'links'],
    queryFn: async ({ signal }) => (await call(listInviteLinks, { params: { groupId }, signal })).links,
  })
}

/** The unanswered requests to join a group by an invite link, oldest first. Only the group's creator may read them. */
export function joinRequestsQuery(groupId: string) {
  return queryOptions({
    queryKey: [...sentInvitationsQuery(groupId).queryKey, 'requests'],
    queryFn: async ({ signal }) => (await call(listJoinRequests, { params: { groupId }, signal })).requests,
  })
}

export const invitationBlocksQuery = queryOptions({
  queryKey: ['invitation-blocks'],
  queryFn: ({ signal }) => call(readInvitationBlocks, { signal }),
})
