import type { Group } from '@grouplight/contract/group.ts'
import { and, asc, eq } from 'drizzle-orm'
import { notify } from '#features/notification/notify.ts'
import type { Clock } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { hasNotEnded } from '#platform/database/conditions.ts'
import type { Transaction } from '#platform/database/database.ts'
import {
  boards,
  groups,
  hooks,
  invitations,
  inviteLinks,
  joinRequests,
  users,
} from '#platform/database/schema.ts'
import { sendTo } from '#platform/live/send-to.ts'
import { Problem } from '#platform/problem.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { isOpenRequest, revokeLinks } from './invite-links.ts'
import {
  type GroupRequest,
  type GroupSummary,
  lockGroupAsMember,
  memberIds,
  publishNextVersion,
} from './membership.ts'
import { endOffer, offerRecipient } from './offer-group.ts'
import { readGroup } from './read-groups.ts'
import { refreshInvitees } from './refresh-groups.ts'

type Answer = { user: { userId: string; displayName: string }; groupId: string; zone: string }

/**
 * Makes the user the creator of the group and the inviter of the group's pending invitations. Revokes the group's invite links
 * and deletes its hooks. Throws the Problem 'offer-not-found' if the group is not offered to this member.
 */
export async function acceptOffer(services: Services, { user, groupId, zone }: Answer): Promise<Group> {
  const { userId } = user
  return commit(services, async transaction => {
    const groupBefore = await lockGroupAndEndOffer(transaction, { userId, groupId })
    await transaction.update(groups).set({ createdBy: userId }).where(eq(groups.id, groupId))
    await revokeLinks(transaction, services, eq(inviteLinks.groupId, groupId))
    // The hooks send to addresses that the previous creator chose.
    await transaction.delete(hooks).where(eq(hooks.groupId, groupId))
    await transaction
      .update(invitations)
      .set({ invitedBy: userId })
      .where(and(eq(invitations.groupId, groupId), eq(invitations.status, 'pending')))
    const members = await memberIds(transaction, groupId)
    await publishNextVersion(transaction, groupId)
    for (const creator of [groupBefore.createdBy, userId])
      sendTo(transaction, creator, ['group.invitations.changed', groupId])
    await notifyAccepted(transaction, services.clock, { user, groupBefore, members })
    await notifyOfBoards(transaction, services.clock, { userId, group: groupBefore })
    await notifyOfRequests(transaction, services.clock, { userId, group: groupBefore })
    await refreshInvitees(transaction, [groupId])
    return readGroup({ database: transaction, clock: services.clock }, { userId, groupId, zone })
  })
}

export async function declineOffer(services: Services, { user, groupId, zone }: Answer): Promise<Group> {
  const { userId } = user
  return commit(services, async transaction => {
    const offered = await lockGroupAndEndOffer(transaction, { userId, groupId })
    await publishNextVersion(transaction, groupId)
    await notify(transaction, services.clock, {
      kind: 'group.declined',
      recipients: [offered.createdBy],
      group: offered,
      about: user,
    })
    return readGroup({ database: transaction, clock: services.clock }, { userId, groupId, zone })
  })
}

async function lockGroupAndEndOffer(transaction: Transaction, input: GroupRequest): Promise<GroupSummary> {
  const group = await lockGroupAsMember(transaction, input)
  if ((await offerRecipient(transaction, input.groupId)) !== input.userId)
    throw new Problem('offer-not-found')
  await endOffer(transaction, input.groupId)
  return group
}

async function notifyAccepted(
  transaction: UnitOfWork,
  clock: Clock,
  { user, groupBefore, members }: { user: Answer['user']; groupBefore: GroupSummary; members: string[] },
): Promise<void> {
  const { userId } = user
  const notice = { group: groupBefore, about: user }
  const others = members.filter(member => member !== userId && member !== groupBefore.createdBy)
  await notify(transaction, clock, { kind: 'group.accepted.actor', recipients: [userId], ...notice })
  await notify(transaction, clock, {
    kind: 'group.accepted.creator',
    recipients: [groupBefore.createdBy],
    ...notice,
  })
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
