import * as contract from '@grouplight/contract/invite-link.ts'
import type { Router } from '#platform/http/endpoint-route.ts'
import type { Caller, Services } from '#services.ts'
import { admitToGroup, declineJoinRequest } from './answer-request.ts'
import { joinByLink, readInviteLink } from './join-by-link.ts'
import { createInviteLink, listInviteLinks, revokeInviteLink } from './manage-links.ts'
import { listJoinRequests } from './requests.ts'

export function inviteLinkRoutes(route: Router<Caller>, services: Services): void {
  route(contract.createInviteLink, ({ input }) => createInviteLink(services, input))
  route(contract.listInviteLinks, async ({ input }) => ({
    links: await listInviteLinks(services, input),
  }))
  route(contract.revokeInviteLink, ({ input }) => revokeInviteLink(services, input))
  route(contract.readInviteLink, ({ user, body, ip }) =>
    readInviteLink(services, { userId: user?.userId ?? null, ip, ...body }),
  )
  route(contract.joinByLink, ({ user, body, ip }) => joinByLink(services, { user, ip, ...body }))
  route(contract.listJoinRequests, async ({ input }) => ({
    requests: await listJoinRequests(services, input),
  }))
  route(contract.admitToGroup, ({ user, params }) =>
    admitToGroup(services, { adminId: user.userId, ...params }),
  )
  route(contract.declineJoinRequest, ({ user, params }) =>
    declineJoinRequest(services, { adminId: user.userId, ...params }),
  )
}
