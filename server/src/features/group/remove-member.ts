import { and, eq } from 'drizzle-orm'
import { notify } from '#features/notification/notify.ts'
import { removeNotices } from '#features/notification/remove-notices.ts'
import { commit } from '#platform/database/commit.ts'
import { memberships, removedMembers, users } from '#platform/database/schema.ts'
import { unfollow } from '#platform/live/publish.ts'
import { sendTo } from '#platform/live/send-to.ts'
import { Problem } from '#platform/problem.ts'
import { dropPushes } from '#platform/push/drop-pushes.ts'
import type { Services } from '#services.ts'
import { recountCoverage } from './coverage.ts'
import { lockGroupAsCreator, publishNextVersion } from './membership.ts'

/** Notifies only the removed user, who can no longer join by the group's present invite links. */
export async function removeMember(
  services: Services,
  { creatorId, groupId, userId }: { creatorId: string; groupId: string; userId: string },
): Promise<void> {
  const { clock } = services
  await commit(services, async transaction => {
    // The user is locked before the group, as in the deletion of an account. Otherwise the two transactions could deadlock.
    await transaction.select({ id: users.uid }).from(users).where(eq(users.uid, userId)).for('key share')
    const group = await lockGroupAsCreator(
      transaction,
      { groupId, userId: creatorId },
      'Only the group creator can remove members.',
    )
    if (userId === creatorId)
      throw new Problem('creator-cannot-leave', 'The creator cannot be removed from the group.')
    const removed = await transaction
      .delete(memberships)
      .where(and(eq(memberships.groupId, groupId), eq(memberships.userId, userId)))
      .returning({ userId: memberships.userId, noticeId: memberships.availabilityNoticeId })
    if (removed.length === 0) throw new Problem('member-not-found', 'This user is not a member of the group.')
    await removeNotices(transaction, removed)
    await dropPushes(transaction, { userIds: [userId], groupId })
    const removedAt = clock.now()
    await transaction
      .insert(removedMembers)
      .values({ groupId, userId, removedAt })
      .onConflictDoUpdate({ target: [removedMembers.groupId, removedMembers.userId], set: { removedAt } })
    unfollow(transaction, userId, groupId)
    sendTo(transaction, userId, ['group.left', groupId])
    await recountCoverage(transaction, services, [groupId])
    await publishNextVersion(transaction, groupId)
    await notify(transaction, clock, { kind: 'membership.removed', recipients: [userId], group })
  })
}
