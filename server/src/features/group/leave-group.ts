import { and, eq } from 'drizzle-orm'
import { notify } from '#features/notification/notify.ts'
import { removeNotices } from '#features/notification/remove-notices.ts'
import { commit } from '#platform/database/commit.ts'
import { memberships, users } from '#platform/database/schema.ts'
import { unfollow } from '#platform/live/publish.ts'
import { sendTo } from '#platform/live/send-to.ts'
import { Problem } from '#platform/problem.ts'
import { dropPushes } from '#platform/push/drop-pushes.ts'
import type { Services } from '#services.ts'
import { recountCoverage } from './coverage.ts'
import { type GroupRequest, groupNotFound, lockGroup, publishNextVersion } from './membership.ts'

export async function leaveGroup(services: Services, input: GroupRequest): Promise<void> {
  const { clock } = services
  const { userId, groupId } = input
  await commit(services, async transaction => {
    const group = await lockGroup(transaction, groupId)
    if (!group) throw groupNotFound()
    if (group.createdBy === userId)
      throw new Problem('creator-cannot-leave', 'The creator cannot leave the group.')
    const left = await transaction
      .delete(memberships)
      .where(and(eq(memberships.groupId, groupId), eq(memberships.userId, userId)))
      .returning({ userId: memberships.userId, noticeId: memberships.availabilityNoticeId })
    if (left.length === 0) throw groupNotFound()
    await removeNotices(transaction, left)
    await dropPushes(transaction, { userIds: [userId], groupId })
    unfollow(transaction, userId, groupId)
    sendTo(transaction, userId, ['group.left', groupId])
    await recountCoverage(transaction, services, [groupId])
    await publishNextVersion(transaction, groupId)
    const [member] = await transaction
      .select({ displayName: users.displayName })
      .from(users)
      .where(eq(users.uid, userId))
    const notice = { group, about: { userId, displayName: member?.displayName ?? '' } }
    await notify(transaction, clock, { kind: 'membership.left.actor', recipients: [userId], ...notice })
    await notify(transaction, clock, {
      kind: 'membership.left.creator',
      recipients: [group.createdBy],
      ...notice,
    })
  })
}
