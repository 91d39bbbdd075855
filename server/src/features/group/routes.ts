import * as contract from '@grouplight/contract/group.ts'
import type { Router } from '#platform/http/endpoint-route.ts'
import { answerWithEntityTag } from '#platform/http/entity-tag.ts'
import type { Caller, Services } from '#services.ts'
import { endDeputy, makeDeputy } from './admins/deputies.ts'
import { takeOverGroup } from './admins/take-over.ts'
import { askToTakeOver, readTakeOver } from './admins/take-over-request.ts'
import { acceptOffer, declineOffer } from './answer-offer.ts'
import { deleteGroup } from './delete-group.ts'
import { leaveGroup } from './leave-group.ts'
import { requireMember } from './membership.ts'
import { offerGroup, withdrawOffer } from './offer-group.ts'
import { listGroups, readGroup } from './read-groups.ts'
import { removeMember } from './remove-member.ts'
import { setAskers } from './set-askers.ts'
import { setNeeded } from './set-needed.ts'
import { updateGroup } from './update-group.ts'

// The invitation module has the route that creates a group, because this route also sends the first invitations.
export function groupRoutes(route: Router<Caller>, services: Services): void {
  route(contract.listGroups, async ({ user, key }) => {
    const groups = await listGroups(services, user)
    return { groups: groups.filter(({ id }) => key?.groupIds?.includes(id) ?? true) }
  })
  route(contract.readGroup, async ({ zone, input, reply }) => {
    const { version, usualEnd } = await requireMember(services.database, input)
    // The response depends on the user and on the time zone. When the time of a change becomes coarse, the entity tag stays the same,
    // so a client keeps the exact time that it has cached.
    const tag = `${version}.${usualEnd ?? ''}.${input.userId}.${zone}`
    return answerWithEntityTag(reply, tag, () => readGroup(services, { ...input, zone }))
  })
  route(contract.updateGroup, ({ zone, input }) => updateGroup(services, { ...input, zone }))
  route(contract.setNeeded, ({ zone, input }) => setNeeded(services, { ...input, zone }))
  route(contract.setAskers, ({ zone, input }) => setAskers(services, { ...input, zone }))
  route(contract.deleteGroup, ({ input }) => deleteGroup(services, input))
  route(contract.leaveGroup, ({ input }) => leaveGroup(services, input))
  route(contract.removeMember, ({ user, params }) =>
    removeMember(services, { adminId: user.userId, ...params }),
  )
  route(contract.makeDeputy, ({ user, params, zone }) =>
    makeDeputy(services, { caller: user, zone, ...params }),
  )
  route(contract.endDeputy, ({ user, params, zone }) =>
    endDeputy(services, { caller: user, zone, ...params }),
  )
  route(contract.takeOverGroup, ({ user, params, zone }) =>
    takeOverGroup(services, { user, zone, ...params }),
  )
  route(contract.readTakeOver, ({ input }) => readTakeOver(services, input))
  route(contract.askToTakeOver, ({ user, params }) => askToTakeOver(services, { user, ...params }))
  route(contract.offerGroup, ({ user, params, zone, body }) =>
    offerGroup(services, { creator: user, zone, ...params, ...body }),
  )
  route(contract.withdrawOffer, ({ zone, input }) => withdrawOffer(services, { ...input, zone }))
  route(contract.acceptOffer, ({ user, params, zone }) => acceptOffer(services, { user, zone, ...params }))
  route(contract.declineOffer, ({ user, params, zone }) => declineOffer(services, { user, zone, ...params }))
}
