import type { Group } from '@grouplight/contract/group.ts'
import { notify } from '#features/notification/notify.ts'
import { commit } from '#platform/database/commit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import { makeCreator } from './admins/make-creator.ts'
import {
  creatorOf,
  type GroupRequest,
  type GroupSummary,
  lockGroupAsMember,
  publishNextVersion,
} from './membership.ts'
import { endOffer, offerRecipient } from './offer-group.ts'
import { readGroup } from './read-groups.ts'

type Answer = { user: { userId: string; displayName: string }; groupId: string; zone: string }

/** Makes the user the creator. Throws the Problem 'offer-not-found' if the group is not offered to this member. */
export async function acceptOffer(services: Services, { user, groupId, zone }: Answer): Promise<Group> {
  const { userId } = user
  return commit(services, async transaction => {
    const group = await lockOfferedGroup(transaction, { userId, groupId })
    await makeCreator(transaction, services, { user, group })
    return readGroup({ database: transaction, clock: services.clock }, { userId, groupId, zone })
  })
}

export async function declineOffer(services: Services, { user, groupId, zone }: Answer): Promise<Group> {
  const { userId } = user
  return commit(services, async transaction => {
    const offered = await lockOfferedGroup(transaction, { userId, groupId })
    await endOffer(transaction, groupId)
    await publishNextVersion(transaction, groupId)
    await notify(transaction, services.clock, {
      kind: 'group.declined',
      recipients: creatorOf(offered),
      group: offered,
      about: user,
    })
    return readGroup({ database: transaction, clock: services.clock }, { userId, groupId, zone })
  })
}

async function lockOfferedGroup(transaction: Transaction, input: GroupRequest): Promise<GroupSummary> {
  const group = await lockGroupAsMember(transaction, input)
  if ((await offerRecipient(transaction, input.groupId)) !== input.userId)
    throw new Problem('offer-not-found')
  return group
}
