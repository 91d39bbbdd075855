import { and, eq } from 'drizzle-orm'
import { notify } from '#features/notification/notify.ts'
import { invitations, memberships } from '#platform/database/schema.ts'
import { sendTo } from '#platform/live/tell.ts'
import { Problem } from '#platform/problem.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { recountCoverage } from './coverage.ts'
import { checkGroupCount } from './group-limit.ts'
import { addMember, creatorOf, type GroupSummary, memberIds, publishNextVersion } from './membership.ts'
import { refreshLists } from './refresh-groups.ts'

type Joining = {
  member: { userId: string; displayName: string; email: string }
  group: Pick<GroupSummary, 'id' | 'name' | 'createdBy'>
  /** Must be false for a user who has no session. */
  isAvailable: boolean
}

/**
 * Also accepts the user's pending invitation to the group, if there is one. The transaction must have locked the group. The user must
 * not be a member. Throws 'too-many-groups' or 'group-full'.
 */
export async function joinGroup(
  transaction: UnitOfWork,
  services: Services,
  { member, group, isAvailable }: Joining,
): Promise<void> {
  const { clock, config, availabilityListener } = services
  const { userId } = member
  await checkGroupCount(transaction, userId)
  if ((await transaction.$count(memberships, eq(memberships.groupId, group.id))) >= config.maxGroupMembers)
    throw new Problem('group-full', { params: { max: config.maxGroupMembers } })
  const others = await memberIds(transaction, group.id)
  // Must come before `addMember`. Otherwise the new member would receive 'group.changed' before 'group.joined'.
  await publishNextVersion(transaction, group.id)
  await addMember(transaction, { groupId: group.id, userId, now: clock.now(), isAvailable })
  await acceptPendingInvitation(transaction, services, { member, group })
  await recountCoverage(transaction, { clock }, [group.id])
  const notice = { group, about: member }
  await notify(transaction, clock, {
    kind: 'membership.joined.creator',
    recipients: creatorOf(group),
    ...notice,
  })
  await notify(transaction, clock, {
    kind: 'membership.joined.member',
    recipients: others.filter(other => other !== group.createdBy),
    ...notice,
  })
  if (isAvailable)
    await availabilityListener.availabilityChanged(transaction, [{ groupId: group.id, userId }])
}

async function acceptPendingInvitation(
  transaction: UnitOfWork,
  { clock }: Services,
  { member, group }: Omit<Joining, 'isAvailable'>,
): Promise<void> {
  const accepted = await transaction
    .update(invitations)
    .set({ status: 'accepted', updatedAt: clock.now() })
    .where(
      and(
        eq(invitations.groupId, group.id),
        eq(invitations.email, member.email),
        eq(invitations.status, 'pending'),
      ),
    )
    .returning({ id: invitations.id })
  if (accepted.length === 0) return
  sendTo(transaction, member.userId, ['invitations.changed'])
  await refreshLists(transaction, [group.id])
}
