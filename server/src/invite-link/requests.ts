import type { JoinRequest } from '@grouplight/contract/invite-link.ts'
import { maxRequestsPerLink } from '@grouplight/contract/invite-link.ts'
import { and, asc, count, eq, gt, type SQL } from 'drizzle-orm'
import { addMs, type Clock, dayMs } from '#clock.ts'
import type { UnitOfWork } from '#commit/commit.ts'
import type { Queryable, Transaction } from '#database/database.ts'
import { joinRequests, users } from '#database/schema.ts'
import { type GroupRequest, type GroupSummary, requireCreator } from '#group/membership.ts'
import { consume } from '#limits/limits.ts'
import { notify } from '#notification/notify.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { giveUseBack } from './uses.ts'

export const requestLifeMs = 7 * dayMs
// A user who was declined may ask again, but not again and again.
const maxRequestsPerDay = 3

export function isOpenRequest(now: Date): SQL {
  return gt(joinRequests.askedAt, addMs(now, -requestLifeMs))
}

export function isRequestOf({ groupId, userId }: GroupRequest): SQL | undefined {
  return and(eq(joinRequests.groupId, groupId), eq(joinRequests.userId, userId))
}

/** Returns the users who have asked to join a group, the first one first. */
export async function listJoinRequests(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  input: GroupRequest,
): Promise<JoinRequest[]> {
  await requireCreator(database, input, 'Only the group creator can see who asks to join.')
  const found = await database
    .select({ userId: users.uid, displayName: users.displayName, askedAt: joinRequests.askedAt })
    .from(joinRequests)
    .innerJoin(users, eq(users.uid, joinRequests.userId))
    .where(and(eq(joinRequests.groupId, input.groupId), isOpenRequest(clock.now())))
    .orderBy(asc(joinRequests.askedAt), asc(users.uid))
  return found.map(({ displayName, askedAt, ...request }) => ({
    ...request,
    displayName: displayName || 'User',
    askedAt: askedAt.toISOString(),
  }))
}

/** Returns whether the user has asked by this link and waits for the answer. */
export async function hasAsked(
  on: Queryable,
  clock: Clock,
  { linkId, ...request }: GroupRequest & { linkId: string },
): Promise<boolean> {
  const [found] = await on
    .select({ linkId: joinRequests.inviteLinkId })
    .from(joinRequests)
    .where(and(isRequestOf(request), eq(joinRequests.inviteLinkId, linkId), isOpenRequest(clock.now())))
  return found !== undefined
}

type Asking = { member: { userId: string; displayName: string }; group: GroupSummary; linkId: string }

/** Stores a request to join and tells the creator. A use of the link was taken for it. */
export async function storeRequest(
  transaction: UnitOfWork,
  { clock }: Services,
  { member: { userId, displayName }, group, linkId }: Asking,
): Promise<void> {
  const now = clock.now()
  await limitRequests(transaction, clock, { userId, groupId: group.id, linkId })
  await transaction
    .insert(joinRequests)
    .values({ groupId: group.id, userId, inviteLinkId: linkId, askedAt: now })
  transaction.sendTo(group.createdBy, ['group.invitations.changed', group.id])
  await notify(transaction, clock, {
    kind: 'invite.asked',
    recipients: [group.createdBy],
    group,
    about: { userId, displayName: displayName || 'User' },
  })
}

/** Deletes the user's request, if any, and gives its use of the link back. The user comes in by another way. */
export async function takeBackRequest(
  transaction: UnitOfWork,
  { userId, group }: { userId: string; group: { id: string; createdBy: string } },
): Promise<void> {
  const [removed] = await transaction
    .delete(joinRequests)
    .where(isRequestOf({ groupId: group.id, userId }))
    .returning({ linkId: joinRequests.inviteLinkId })
  if (!removed) return
  await giveUseBack(transaction, removed.linkId)
  transaction.sendTo(group.createdBy, ['group.invitations.changed', group.id])
}

async function limitRequests(
  transaction: Transaction,
  clock: Clock,
  { userId, groupId, linkId }: GroupRequest & { linkId: string },
): Promise<void> {
  const limit = { key: `asks:${groupId}:${userId}`, most: maxRequestsPerDay, windowMs: dayMs }
  const outcome = await consume({ database: transaction, clock }, limit)
  if (!outcome.allowed)
    throw new Problem('too-many-requests', 'You have asked several times. Please try again later.', outcome)
  const [open] = await transaction
    .select({ count: count() })
    .from(joinRequests)
    .where(and(eq(joinRequests.inviteLinkId, linkId), isOpenRequest(clock.now())))
  if ((open?.count ?? 0) >= maxRequestsPerLink)
    throw new Problem('too-many-requests', 'Many people are asking to join. Please try again later.', {
      retryAfterSeconds: 3600,
    })
}
