import { eq } from 'drizzle-orm'
import { notify } from '#features/notification/notify.ts'
import { removeNotices } from '#features/notification/remove-notices.ts'
import type { Clock } from '#platform/clock.ts'
import { memberships } from '#platform/database/schema.ts'
import { sendTo, unfollow } from '#platform/live/tell.ts'
import { dropPushes } from '#platform/push/drop-pushes.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { adoptInvitations } from './admins/adopt-invitations.ts'
import { recountCoverage } from './coverage.ts'
import { removeGroup } from './delete-group.ts'
import {
  creatorOf,
  type GroupRequest,
  type GroupSummary,
  isMembership,
  listeningDeputies,
  lockGroup,
  publishNextVersion,
} from './membership.ts'

/**
 * Returns false if the user is not a member. The transaction must have locked the group. The last member of a group that has no admin
 * takes the group along.
 */
export async function endMembership(
  transaction: UnitOfWork,
  services: Pick<Services, 'clock' | 'membershipListener'>,
  { groupId, userId }: GroupRequest,
): Promise<boolean> {
  const ended = await transaction
    .delete(memberships)
    .where(isMembership({ groupId, userId }))
    .returning({ userId: memberships.userId, noticeId: memberships.availabilityNoticeId })
  if (ended.length === 0) return false
  await removeNotices(transaction, ended)
  await dropPushes(transaction, { userIds: [userId], groupId })
  unfollow(transaction, userId, groupId)
  sendTo(transaction, userId, ['group.left', groupId])
  await services.membershipListener.ended(transaction, { userId, groupId })
  if ((await transaction.$count(memberships, eq(memberships.groupId, groupId))) === 0) {
    const group = await lockGroup(transaction, groupId)
    if (group) await removeGroup(transaction, services, { group, userId })
    return true
  }
  await adoptInvitations(transaction, groupId)
  await recountCoverage(transaction, services, [groupId])
  await publishNextVersion(transaction, groupId)
  return true
}

type Left = { group: GroupSummary; about: { userId: string; displayName: string } }

/** Tells the creator, and the deputies who want to hear of it. */
export async function notifyLeft(transaction: UnitOfWork, clock: Clock, left: Left): Promise<void> {
  const deputies = await listeningDeputies(transaction, left.group.id)
  await notify(transaction, clock, {
    kind: 'membership.left.creator',
    recipients: creatorOf(left.group),
    ...left,
  })
  await notify(transaction, clock, { kind: 'membership.left.member', recipients: deputies, ...left })
}
