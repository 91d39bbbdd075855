import { and, asc, eq, sql } from 'drizzle-orm'
import { notify } from '#features/notification/notify.ts'
import type { Clock } from '#platform/clock.ts'
import { hasNotEnded } from '#platform/database/conditions.ts'
import { rows } from '#platform/database/database.ts'
import { boards, groups, hooks, inviteLinks, joinRequests, users } from '#platform/database/schema.ts'
import { sendTo } from '#platform/live/tell.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { isOpenRequest, revokeLinks } from '../invite-links.ts'
import { creatorOf, type GroupSummary, memberIds, publishNextVersion } from '../membership.ts'
import { adoptInvitations } from './adopt-invitations.ts'
import { dayOf } from './creator-seen.ts'

type Successor = { userId: string; displayName: string }

/**
 * Makes the member the creator of the group, which the transaction has locked, and the inviter of the pending invitations of the creator
 * before. Ends an offer and a request to take over, revokes the group's invite links and deletes its hooks.
 */
export async function makeCreator(
  transaction: UnitOfWork,
  services: Pick<Services, 'clock'>,
  { user, group }: { user: Successor; group: GroupSummary },
): Promise<void> {
  const { userId } = user
  const groupId = group.id
  const today = dayOf(services.clock.now())
  await transaction
    .update(groups)
    .set({
      ...{ createdBy: userId, withoutAdminSince: null },
      creatorSeenOn: sql`case when ${groups.creatorSeenOn} is not null then ${today}::date end`,
    })
    .where(eq(groups.id, groupId))
  // The second update of a row in a transaction locks the row's user, whose account may be being deleted. So there must be only one.
  await rows(transaction)`
    update memberships set group_offered_at = null, take_over_asked_at = null,
      deputy_since = case when user_id <> ${userId} then deputy_since end,
      ignores_members = user_id <> ${userId} and ignores_members
    where group_id = ${groupId} and (
      group_offered_at is not null or take_over_asked_at is not null or user_id = ${userId} and deputy_since is not null
    )`
  await revokeLinks(transaction, services, eq(inviteLinks.groupId, groupId))
  // The hooks send to addresses that the previous creator chose.
  await transaction.delete(hooks).where(eq(hooks.groupId, groupId))
  await adoptInvitations(transaction, groupId)
  await publishNextVersion(transaction, groupId)
  for (const creator of [...creatorOf(group), userId])
    sendTo(transaction, creator, ['group.invitations.changed', groupId])
  await notifyAccepted(transaction, services.clock, { user, group })
  await notifyOfBoards(transaction, services.clock, { userId, group })
  await notifyOfRequests(transaction, services.clock, { userId, group })
}

async function notifyAccepted(
  transaction: UnitOfWork,
  clock: Clock,
  { user, group }: { user: Successor; group: GroupSummary },
): Promise<void> {
  const { userId } = user
  const before = creatorOf(group)
  const members = await memberIds(transaction, group.id)
  const others = members.filter(member => member !== userId && !before.includes(member))
  const notice = { group, about: user }
  await notify(transaction, clock, { kind: 'group.accepted.actor', recipients: [userId], ...notice })
  await notify(transaction, clock, { kind: 'group.accepted.creator', recipients: before, ...notice })
  await notify(transaction, clock, { kind: 'group.accepted.member', recipients: others, ...notice })
}

/** Everybody who has the address of a board can see the board, so the new creator must know that the group has boards. */
async function notifyOfBoards(
  transaction: UnitOfWork,
  clock: Clock,
  { userId, group }: { userId: string; group: GroupSummary },
): Promise<void> {
  const [board] = await transaction
    .select({ id: boards.id })
    .from(boards)
    .where(and(eq(boards.groupId, group.id), hasNotEnded(boards.expiresAt, clock.now())))
    .limit(1)
  if (board) await notify(transaction, clock, { kind: 'group.received', recipients: [userId], group })
}

/** The new creator is notified of each open request to join, as if it came now. */
async function notifyOfRequests(
  transaction: UnitOfWork,
  clock: Clock,
  { userId, group }: { userId: string; group: GroupSummary },
): Promise<void> {
  const asking = await transaction
    .select({ userId: users.uid, displayName: users.displayName })
    .from(joinRequests)
    .innerJoin(users, eq(users.uid, joinRequests.userId))
    .where(and(eq(joinRequests.groupId, group.id), isOpenRequest(clock.now())))
    .orderBy(asc(joinRequests.askedAt), asc(users.uid))
  for (const about of asking)
    await notify(transaction, clock, { kind: 'invite.asked', recipients: [userId], group, about })
}
