import { and, asc, eq, inArray } from 'drizzle-orm'
import { groups } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import type { GroupFates, Services, UnitOfWork } from '#services.ts'
import { findDeputy } from './admins/deputies.ts'
import { loseAdmin } from './admins/lose-admin.ts'
import { makeCreator } from './admins/make-creator.ts'
import { removeGroup } from './delete-group.ts'
import { endMembership, notifyLeft } from './end-membership.ts'
import { type GroupSummary, groupIdsOf, lockGroup } from './membership.ts'

type Leaver = { userId: string; displayName: string }
type With = Pick<Services, 'clock' | 'membershipListener'>

/**
 * For a user whose account is being deleted. Throws the Problem 'still-creator' if the user is the creator of groups for which `fates`
 * has no possible fate.
 */
export async function leaveAllGroups(
  transaction: UnitOfWork,
  services: With,
  leaver: Leaver,
  fates: GroupFates,
): Promise<void> {
  const { userId } = leaver
  const undecided: string[] = []
  for (const groupId of await groupIdsOf(transaction, userId)) {
    const group = await lockGroup(transaction, groupId)
    if (!group) continue
    if (group.createdBy === userId && !(await giveAway(transaction, services, { group, leaver, fates }))) {
      undecided.push(groupId)
      continue
    }
    // Now another member is the creator, or the group has none.
    await transaction
      .update(groups)
      .set({ createdBy: null })
      .where(and(eq(groups.id, groupId), eq(groups.createdBy, userId)))
    await leave(transaction, services, { groupId, leaver })
  }
  if (undecided.length > 0) throw await stillCreator(transaction, undecided)
}

/** Returns false if nobody has decided what becomes of the group, or if the decision is not possible. */
async function giveAway(
  transaction: UnitOfWork,
  services: With,
  { group, leaver, fates }: { group: GroupSummary; leaver: Leaver; fates: GroupFates },
): Promise<boolean> {
  const decided = fates(group.id)
  if (decided?.fate === 'delete') {
    await removeGroup(transaction, services, { group, userId: leaver.userId })
    return true
  }
  if (decided?.fate === 'members') {
    await loseAdmin(transaction, services, { group, creatorId: leaver.userId })
    return true
  }
  const deputy = await findDeputy(transaction, { groupId: group.id, userId: decided?.deputyId ?? '' })
  if (deputy) await makeCreator(transaction, services, { user: deputy, group })
  return deputy !== null
}

async function leave(
  transaction: UnitOfWork,
  services: With,
  { groupId, leaver }: { groupId: string; leaver: Leaver },
): Promise<void> {
  if (!(await endMembership(transaction, services, { groupId, userId: leaver.userId }))) return
  const group = await lockGroup(transaction, groupId)
  if (group) await notifyLeft(transaction, services.clock, { group, about: leaver })
}

async function stillCreator(transaction: UnitOfWork, groupIds: string[]): Promise<Problem> {
  const found = await transaction
    .select({ name: groups.name })
    .from(groups)
    .where(inArray(groups.id, groupIds))
    .orderBy(asc(groups.created), asc(groups.id))
  const names = found.map(({ name }) => `“${name}”`).join(', ')
  return new Problem('still-creator', {
    message: `Groups of their own have to be deleted or handed over first: ${names}.`,
  })
}
