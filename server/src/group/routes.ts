import * as contract from '@grouplight/contract/group.ts'
import type { Caller } from '#account/sessions.ts'
import type { Router } from '#http/endpoint-route.ts'
import { answerTagged } from '#http/entity-tag.ts'
import type { Services } from '#services.ts'
import { acceptOffer, declineOffer } from './answer-offer.ts'
import { deleteGroup } from './delete-group.ts'
import { leaveGroup } from './leave-group.ts'
import { requireMember } from './membership.ts'
import { offerGroup, withdrawOffer } from './offer-group.ts'
import { listGroups, readGroup } from './read-groups.ts'
import { updateGroup } from './update-group.ts'

// A group is created together with its first invitations: that route is the invitation word's.
export function groupRoutes(route: Router<Caller>, services: Services): void {
  route(contract.listGroups, async ({ person }) => ({ groups: await listGroups(services, person) }))
  route(contract.readGroup, async ({ person, params, reply }) => {
    const asked = { userId: person.userId, ...params }
    const { version } = await requireMember(services.database, asked)
    // The order of the members depends on who asks.
    return answerTagged(reply, `${version}.${person.userId}`, () => readGroup(services, asked))
  })
  route(contract.updateGroup, ({ person, params, body }) =>
    updateGroup(services, { userId: person.userId, ...params, ...body }),
  )
  route(contract.deleteGroup, ({ person, params }) =>
    deleteGroup(services, { userId: person.userId, ...params }),
  )
  route(contract.leaveGroup, ({ person, params }) =>
    leaveGroup(services, { userId: person.userId, ...params }),
  )
  route(contract.offerGroup, ({ person, params, body }) =>
    offerGroup(services, { creator: person, ...params, ...body }),
  )
  route(contract.withdrawOffer, ({ person, params }) =>
    withdrawOffer(services, { userId: person.userId, ...params }),
  )
  route(contract.acceptOffer, ({ person, params }) => acceptOffer(services, { person, ...params }))
  route(contract.declineOffer, ({ person, params }) => declineOffer(services, { person, ...params }))
}
