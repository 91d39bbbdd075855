import { removeNotices } from '#features/notification/remove-notices.ts'
import { memberships } from '#platform/database/schema.ts'
import { unfollow } from '#platform/live/publish.ts'
import { sendTo } from '#platform/live/send-to.ts'
import { dropPushes } from '#platform/push/drop-pushes.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { recountCoverage } from './coverage.ts'
import { type GroupRequest, isMembership, publishNextVersion } from './membership.ts'

/** Returns false if the user is not a member. The transaction must have locked the group. */
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
  await recountCoverage(transaction, services, [groupId])
  await publishNextVersion(transaction, groupId)
  return true
}
