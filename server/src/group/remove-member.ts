import { and, eq } from 'drizzle-orm'
import { commit, type UnitOfWork } from '#commit/commit.ts'
import { invitations, memberships, removedMembers, users } from '#database/schema.ts'
import { groupTopic } from '#live/group-topic.ts'
import { notify } from '#notification/notify.ts'
import { removeNotices } from '#notification/remove-notices.ts'
import { Problem } from '#problem.ts'
import { dropPushes } from '#push/drop-pushes.ts'
import type { Services } from '#services.ts'
import { recountCoverage } from './coverage.ts'
import { lockGroupAsCreator, publishNextVersion } from './membership.ts'

type Removal = { creatorId: string; groupId: string; userId: string }

/** Notifies only the removed user, who can no longer join by the group's present invite links. */
export async function removeMember(services: Services, removal: Removal): Promise<void> {
  const { clock } = services
  const { creatorId, groupId, userId } = removal
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
    await cancelInvitations(transaction, removal, removedAt)
    transaction.unfollow(userId, groupTopic(groupId))
    transaction.sendTo(userId, ['group.left', groupId])
    await recountCoverage(transaction, services, [groupId])
    await publishNextVersion(transaction, groupId)
    await notify(transaction, clock, { kind: 'membership.removed', recipients: [userId], group })
  })
}

// On a node of an earlier release, the user may have joined and still have a pending invitation. The removed user must not be able to
// accept this invitation.
async function cancelInvitations(
  transaction: UnitOfWork,
  { creatorId, groupId, userId }: Removal,
  now: Date,
): Promise<void> {
  const [removed] = await transaction.select({ email: users.email }).from(users).where(eq(users.uid, userId))
  const cancelled = await transaction
    .update(invitations)
    .set({ status: 'cancelled', updatedAt: now })
    .where(
      and(
        eq(invitations.groupId, groupId),
        eq(invitations.email, removed?.email ?? ''),
        eq(invitations.status, 'pending'),
      ),
    )
    .returning({ id: invitations.id })
  if (cancelled.length === 0) return
  transaction.sendTo(userId, ['invitations.changed'])
  transaction.sendTo(creatorId, ['group.invitations.changed', groupId])
}
