import { and, eq, isNotNull } from 'drizzle-orm'
import { notify } from '#features/notification/notify.ts'
import { removeNotices } from '#features/notification/remove-notices.ts'
import { commit } from '#platform/database/commit.ts'
import { groups, invitations, memberships, statusNotices } from '#platform/database/schema.ts'
import { dissolve, publish } from '#platform/live/tell.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { type GroupRequest, type GroupSummary, lockGroupAsCreator, memberIds } from './membership.ts'
import { refreshInvitees } from './refresh-groups.ts'

export async function deleteGroup(services: Services, input: GroupRequest): Promise<void> {
  const { userId } = input
  await commit(services, async transaction => {
    const group = await lockGroupAsCreator(transaction, input)
    await removeGroup(transaction, services, { group, userId })
  })
}

/** `userId` deletes the group, which the transaction has locked. */
export async function removeGroup(
  transaction: UnitOfWork,
  { clock }: Pick<Services, 'clock'>,
  { group: { id: groupId, name }, userId }: { group: GroupSummary; userId: string },
): Promise<void> {
  const members = await memberIds(transaction, groupId)
  await refreshInvitees(transaction, [groupId])
  await removeNotices(
    transaction,
    await transaction
      .select({ userId: memberships.userId, noticeId: memberships.availabilityNoticeId })
      .from(memberships)
      .where(and(eq(memberships.groupId, groupId), isNotNull(memberships.availabilityNoticeId))),
  )
  await transaction.delete(invitations).where(eq(invitations.groupId, groupId))
  await transaction.delete(statusNotices).where(eq(statusNotices.groupId, groupId))
  await transaction.delete(groups).where(eq(groups.id, groupId))
  publish(transaction, groupId, ['group.left', groupId])
  dissolve(transaction, groupId)
  const group = { id: groupId, name }
  const others = members.filter(member => member !== userId)
  await notify(transaction, clock, { kind: 'group.deleted.actor', recipients: [userId], group })
  await notify(transaction, clock, { kind: 'group.deleted.member', recipients: others, group })
}
