import * as contract from '@grouplight/contract/group.ts'
import type { Caller } from '#account/sessions.ts'
import type { Router } from '#http/endpoint-route.ts'
import { answerWithEntityTag } from '#http/entity-tag.ts'
import type { Services } from '#services.ts'
import { acceptOffer, declineOffer } from './answer-offer.ts'
import { deleteGroup } from './delete-group.ts'
import { leaveGroup } from './leave-group.ts'
import { requireMember } from './membership.ts'
import { offerGroup, withdrawOffer } from './offer-group.ts'
import { listGroups, readGroup } from './read-groups.ts'
import { updateGroup } from './update-group.ts'

// The invitation module has the route that creates a group, because this route also sends the first invitations.
export function groupRoutes(route: Router<Caller>, services: Services): void {
  route(contract.listGroups, async ({ user }) => ({ groups: await listGroups(services, user) }))
  route(contract.readGroup, async ({ user, params, reply }) => {
    const input = { userId: user.userId, ...params }
    const { version } = await requireMember(services.database, input)
    // The entity tag contains the user's id, because the response depends on the user, for example the order of the members.
    return answerWithEntityTag(reply, `${version}.${user.userId}`, () => readGroup(services, input))
  })
  route(contract.updateGroup, ({ user, params, body }) =>
    updateGroup(services, { userId: user.userId, ...params, ...body }),
  )
  route(contract.deleteGroup, ({ user, params }) => deleteGroup(services, { userId: user.userId, ...params }))
  route(contract.leaveGroup, ({ user, params }) => leaveGroup(services, { userId: user.userId, ...params }))
  route(contract.offerGroup, ({ user, params, body }) =>
    offerGroup(services, { creator: user, ...params, ...body }),
  )
  route(contract.withdrawOffer, ({ user, params }) =>
    withdrawOffer(services, { userId: user.userId, ...params }),
  )
  route(contract.acceptOffer, ({ user, params }) => acceptOffer(services, { user, ...params }))
  route(contract.declineOffer, ({ user, params }) => declineOffer(services, { user, ...params }))
}
