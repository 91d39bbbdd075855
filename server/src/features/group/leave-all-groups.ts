import { asc, eq } from 'drizzle-orm'
import { notify } from '#features/notification/notify.ts'
import type { Transaction } from '#platform/database/database.ts'
import { groups } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { endMembership } from './end-membership.ts'
import { groupIdsOf, lockGroup } from './membership.ts'

type Leaver = { userId: string; displayName: string }

/** For a user whose account is being deleted. Throws the Problem 'still-creator' if the user is the creator of a group. */
export async function leaveAllGroups(
  transaction: UnitOfWork,
  services: Pick<Services, 'clock' | 'membershipListener'>,
  leaver: Leaver,
): Promise<void> {
  const { userId } = leaver
  await requireNoOwnGroup(transaction, userId)
  for (const groupId of await groupIdsOf(transaction, userId)) {
    const group = await lockGroup(transaction, groupId)
    if (!group) continue
    // Between `requireNoOwnGroup` and the lock, the user may have become the creator.
    if (group.createdBy === userId) throw stillCreator([group])
    await endMembership(transaction, services, { groupId, userId })
    await notify(transaction, services.clock, {
      kind: 'membership.left.creator',
      recipients: [group.createdBy],
      group,
      about: leaver,
    })
  }
}

async function requireNoOwnGroup(transaction: Transaction, userId: string): Promise<void> {
  const ownGroups = await transaction
    .select({ name: groups.name })
    .from(groups)
    .where(eq(groups.createdBy, userId))
    .orderBy(asc(groups.created), asc(groups.id))
  if (ownGroups.length === 0) return
  throw stillCreator(ownGroups)
}

function stillCreator(ownGroups: { name: string }[]): Problem {
  const names = ownGroups.map(({ name }) => `“${name}”`).join(', ')
  return new Problem('still-creator', {
    message: `Groups of their own have to be deleted or handed over first: ${names}.`,
  })
}
