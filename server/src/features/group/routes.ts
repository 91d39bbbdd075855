import * as contract from '@grouplight/contract/group.ts'
import type { Router } from '#platform/http/endpoint-route.ts'
import { answerWithEntityTag } from '#platform/http/entity-tag.ts'
import type { Caller, Services } from '#services.ts'
import { acceptOffer, declineOffer } from './answer-offer.ts'
import { deleteGroup } from './delete-group.ts'
import { leaveGroup } from './leave-group.ts'
import { requireMember } from './membership.ts'
import { offerGroup, withdrawOffer } from './offer-group.ts'
import { listGroups, readGroup } from './read-groups.ts'
import { removeMember } from './remove-member.ts'
import { setNeeded } from './set-needed.ts'
import { updateGroup } from './update-group.ts'

// The invitation module has the route that creates a group, because this route also sends the first invitations.
export function groupRoutes(route: Router<Caller>, services: Services): void {
  route(contract.listGroups, async ({ user, key }) => {
    const groups = await listGroups(services, user)
    return { groups: groups.filter(({ id }) => key?.groupIds?.includes(id) ?? true) }
  })
  route(contract.readGroup, async ({ user, params, zone, reply }) => {
    const input = { userId: user.userId, zone, ...params }
    const { version, usualEnd } = await requireMember(services.database, input)
    // The response depends on the user and on the time zone. When the time of a change becomes coarse, the entity tag stays the same,
    // so a client keeps the exact time that it has cached.
    const tag = `${version}.${usualEnd ?? ''}.${user.userId}.${zone}`
    return answerWithEntityTag(reply, tag, () => readGroup(services, input))
  })
  route(contract.updateGroup, ({ user, params, zone, body }) =>
    updateGroup(services, { userId: user.userId, zone, ...params, ...body }),
  )
  route(contract.setNeeded, ({ user, params, zone, body }) =>
    setNeeded(services, { userId: user.userId, zone, ...params, ...body }),
  )
  route(contract.deleteGroup, ({ user, params }) => deleteGroup(services, { userId: user.userId, ...params }))
  route(contract.leaveGroup, ({ user, params }) => leaveGroup(services, { userId: user.userId, ...params }))
  route(contract.removeMember, ({ user, params }) =>
    removeMember(services, { creatorId: user.userId, ...params }),
  )
  route(contract.offerGroup, ({ user, params, zone, body }) =>
    offerGroup(services, { creator: user, zone, ...params, ...body }),
  )
  route(contract.withdrawOffer, ({ user, params, zone }) =>
    withdrawOffer(services, { userId: user.userId, zone, ...params }),
  )
  route(contract.acceptOffer, ({ user, params, zone }) => acceptOffer(services, { user, zone, ...params }))
  route(contract.declineOffer, ({ user, params, zone }) => declineOffer(services, { user, zone, ...params }))
}
