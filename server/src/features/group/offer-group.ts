import type { Group } from '@grouplight/contract/group.ts'
import { and, eq, isNotNull } from 'drizzle-orm'
import { notify } from '#features/notification/notify.ts'
import { commit } from '#platform/database/commit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { memberships } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { limitGroupChanges } from './limit-changes.ts'
import {
  type GroupRequest,
  groupNotFound,
  isMembership,
  lockGroup,
  lockGroupAsCreator,
  publishNextVersion,
} from './membership.ts'
import { readGroup } from './read-groups.ts'

type Creator = { userId: string; displayName: string }

/** Ends an earlier offer to another member. A repeated offer to the same member changes nothing. */
export async function offerGroup(
  services: Services,
  input: { creator: Creator; groupId: string; memberId: string; zone: string },
): Promise<Group> {
  const { creator, groupId, memberId, zone } = input
  const creatorAndGroup = { userId: creator.userId, groupId, zone }
  return commit(services, async transaction => {
    const group = await lockGroupAsCreator(transaction, creatorAndGroup)
    if (memberId === creator.userId) throw memberNotFound()
    if ((await offerRecipient(transaction, groupId)) === memberId)
      return readGroup({ database: transaction, clock: services.clock }, creatorAndGroup)
    await limitGroupChanges(transaction, services, creator.userId)
    await endOffer(transaction, groupId)
    await storeOffer(transaction, services, { groupId, userId: memberId })
    await notify(transaction, services.clock, {
      kind: 'group.offered',
      recipients: [memberId],
      group,
      about: creator,
    })
    return readGroup({ database: transaction, clock: services.clock }, creatorAndGroup)
  })
}

/** For a group that has no admin. Returns its name. */
export async function offerByOperator(
  services: Services,
  { groupId, userId }: GroupRequest,
): Promise<string> {
  return commit(services, async transaction => {
    const group = await lockGroup(transaction, groupId)
    if (!group) throw groupNotFound()
    if (group.createdBy !== null) throw new Problem('group-has-admin.offer')
    await endOffer(transaction, groupId)
    await storeOffer(transaction, services, { groupId, userId })
    await notify(transaction, services.clock, { kind: 'admin.offered', recipients: [userId], group })
    return group.name
  })
}

export async function withdrawOffer(
  services: Services,
  input: GroupRequest & { zone: string },
): Promise<Group> {
  return commit(services, async transaction => {
    await lockGroupAsCreator(transaction, input)
    if (await endOffer(transaction, input.groupId)) await publishNextVersion(transaction, input.groupId)
    return readGroup({ database: transaction, clock: services.clock }, input)
  })
}

export async function offerRecipient(transaction: Transaction, groupId: string): Promise<string | null> {
  const [found] = await transaction
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.groupId, groupId), isNotNull(memberships.groupOfferedAt)))
  return found?.userId ?? null
}

/** The transaction must have locked the group. Returns whether there was an offer. */
export async function endOffer(transaction: Transaction, groupId: string): Promise<boolean> {
  const ended = await transaction
    .update(memberships)
    .set({ groupOfferedAt: null })
    .where(and(eq(memberships.groupId, groupId), isNotNull(memberships.groupOfferedAt)))
    .returning({ userId: memberships.userId })
  return ended.length > 0
}

async function storeOffer(
  transaction: UnitOfWork,
  { clock }: Pick<Services, 'clock'>,
  request: GroupRequest,
): Promise<void> {
  const offered = await transaction
    .update(memberships)
    .set({ groupOfferedAt: clock.now() })
    .where(isMembership(request))
    .returning({ userId: memberships.userId })
  if (offered.length === 0) throw memberNotFound()
  await publishNextVersion(transaction, request.groupId)
}

function memberNotFound(): Problem {
  return new Problem('member-not-found.hand-over')
}
