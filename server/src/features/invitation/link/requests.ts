import { type JoinRequest, maxRequestsPerLink } from '@grouplight/contract/invite-link.ts'
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import { isOpenRequest } from '#features/group/invite-links.ts'
import {
  creatorOf,
  type GroupRequest,
  type GroupSummary,
  listeningDeputies,
  requireAdmin,
} from '#features/group/membership.ts'
import { refreshLists } from '#features/group/refresh-groups.ts'
import { notify } from '#features/notification/notify.ts'
import { type Clock, dayMs, inJson } from '#platform/clock.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { inviteLinks, joinRequests, users } from '#platform/database/schema.ts'
import { consumeOrRefuse } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { giveUseBack, lockLinks } from './uses.ts'

const maxRequestsPerDay = 3

export function isRequestOf({ groupId, userId }: GroupRequest): SQL | undefined {
  return and(eq(joinRequests.groupId, groupId), eq(joinRequests.userId, userId))
}

export async function listJoinRequests(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  input: GroupRequest,
): Promise<JoinRequest[]> {
  await requireAdmin(database, input)
  const found = await database
    .select({ userId: users.uid, displayName: users.displayName, askedAt: joinRequests.askedAt })
    .from(joinRequests)
    .innerJoin(users, eq(users.uid, joinRequests.userId))
    .where(and(eq(joinRequests.groupId, input.groupId), isOpenRequest(clock.now())))
    .orderBy(asc(joinRequests.askedAt), asc(users.uid))
  return inJson(found)
}

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

/** The transaction must have called `takeUse` for the link. Throws the Problem 'too-many-requests' above a limit. */
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
  await refreshLists(transaction, [group.id])
  await notify(transaction, clock, {
    kind: 'invite.asked',
    recipients: [...creatorOf(group), ...(await listeningDeputies(transaction, group.id))],
    group,
    about: { userId, displayName },
  })
}

/** Deletes requests to join without answering them. Gives their uses back to the links. */
export async function takeBackRequests(transaction: UnitOfWork, which: SQL | undefined): Promise<void> {
  const removed = await transaction
    .delete(joinRequests)
    .where(which)
    .returning({ groupId: joinRequests.groupId, linkId: joinRequests.inviteLinkId })
  if (removed.length === 0) return
  const linkIds = removed.map(({ linkId }) => linkId)
  await lockLinks(transaction, inArray(inviteLinks.id, linkIds))
  for (const linkId of linkIds) await giveUseBack(transaction, linkId)
  await refreshLists(
    transaction,
    removed.map(({ groupId }) => groupId),
  )
}

async function limitRequests(
  transaction: Transaction,
  clock: Clock,
  { userId, groupId, linkId }: GroupRequest & { linkId: string },
): Promise<void> {
  const limit = { key: `asks:${groupId}:${userId}`, most: maxRequestsPerDay, windowMs: dayMs }
  const refusal = 'too-many-requests.asks'
  await consumeOrRefuse({ database: transaction, clock }, limit, refusal)
  const isOpen = and(eq(joinRequests.inviteLinkId, linkId), isOpenRequest(clock.now()))
  if ((await transaction.$count(joinRequests, isOpen)) >= maxRequestsPerLink)
    throw new Problem('too-many-requests.join-requests', {
      retryAfterSeconds: 3600,
    })
}
