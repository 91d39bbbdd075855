import { and, asc, eq } from 'drizzle-orm'
import { notify } from '#features/notification/notify.ts'
import type { Transaction } from '#platform/database/database.ts'
import { groups, memberships, notices } from '#platform/database/schema.ts'
import { unfollow } from '#platform/live/publish.ts'
import { Problem } from '#platform/problem.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { recountCoverage } from './coverage.ts'
import { groupIdsOf, lockGroup, publishNextVersion } from './membership.ts'

type Leaver = { userId: string; displayName: string }

/** For a user whose account is being deleted. Throws the Problem 'still-creator' if the user is the creator of a group. */
export async function leaveAllGroups(
  transaction: UnitOfWork,
  { clock }: Pick<Services, 'clock'>,
  leaver: Leaver,
): Promise<void> {
  const { userId } = leaver
  await requireNoOwnGroup(transaction, userId)
  for (const groupId of await groupIdsOf(transaction, userId)) {
    const group = await lockGroup(transaction, groupId)
    if (!group) continue
    // Between `requireNoOwnGroup` and the lock, the user may have become the creator.
    if (group.createdBy === userId) throw stillCreator([group])
    const [left] = await transaction
      .delete(memberships)
      .where(and(eq(memberships.groupId, groupId), eq(memberships.userId, userId)))
      .returning({ noticeId: memberships.availabilityNoticeId })
    // The notification of the notice is deleted later, with the account.
    if (left?.noticeId) await transaction.delete(notices).where(eq(notices.id, left.noticeId))
    unfollow(transaction, userId, groupId)
    await recountCoverage(transaction, { clock }, [groupId])
    await publishNextVersion(transaction, groupId)
    await notify(transaction, clock, {
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
  return new Problem(
    'still-creator',
    `Groups of their own have to be deleted or handed over first: ${names}.`,
  )
}
