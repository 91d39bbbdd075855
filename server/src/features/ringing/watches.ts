import { maxWatchesPerUser, type Watch } from '@grouplight/contract/watch.ts'
import { and, asc, eq, gt, isNull, ne } from 'drizzle-orm'
import { lockUser } from '#features/account/lock-session.ts'
import { type GroupRequest, lockGroupAsMember, requireMember } from '#features/group/membership.ts'
import { addMs, inJson, minuteMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { groups, memberships, watches } from '#platform/database/schema.ts'
import { sendTo } from '#platform/live/tell.ts'
import { Problem } from '#platform/problem.ts'
import { newId } from '#platform/tokens.ts'
import type { Services } from '#services.ts'

type Wish = { memberId?: string | undefined; needed?: number | undefined }
type WatchRequest = GroupRequest & Wish

export async function listWatches(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { userId, groupId }: GroupRequest,
): Promise<Watch[]> {
  await requireMember(database, { userId, groupId })
  const found = await database
    .select()
    .from(watches)
    .where(and(eq(watches.userId, userId), eq(watches.groupId, groupId), gt(watches.endsAt, clock.now())))
    .orderBy(asc(watches.endsAt), asc(watches.id))
  return found.map(toWatch)
}

/** Adds a watch, or changes the end of the user's watch for the same member or number. Refuses a watch that is fulfilled. */
export async function addWatch(
  services: Services,
  { forMinutes, ...input }: WatchRequest & { forMinutes: number },
): Promise<Watch> {
  const { database, clock } = services
  const { userId, groupId } = input
  // Users who are no members are refused before the transaction locks the group.
  await requireMember(database, input)
  return commit(services, async transaction => {
    await lockUser(transaction, userId)
    // While the group is locked, nobody can become Available between the check and the commit.
    await lockGroupAsMember(transaction, input)
    if (await isFulfilled(transaction, input)) throw new Problem('watch-fulfilled')
    const endsAt = addMs(clock.now(), forMinutes * minuteMs)
    const watch = (await moveEnd(transaction, input, endsAt)) ?? (await add(transaction, input, endsAt))
    // The maximum is checked afterwards, because `moveEnd` may have renewed a watch that had ended.
    const isCurrent = and(eq(watches.userId, userId), gt(watches.endsAt, clock.now()))
    if ((await transaction.$count(watches, isCurrent)) > maxWatchesPerUser)
      throw new Problem('too-many-watches', { params: { max: maxWatchesPerUser } })
    await transaction.update(groups).set({ watched: true }).where(eq(groups.id, groupId))
    sendTo(transaction, userId, ['ringing.changed'])
    return toWatch(watch)
  })
}

export async function removeWatch(
  services: Services,
  { userId, watchId }: { userId: string; watchId: string },
): Promise<void> {
  await commit(services, async transaction => {
    const removed = await transaction
      .delete(watches)
      .where(and(eq(watches.id, watchId), eq(watches.userId, userId)))
      .returning({ id: watches.id })
    if (removed.length === 0) throw new Problem('watch-not-found')
    sendTo(transaction, userId, ['ringing.changed'])
  })
}

// Members with an open question do not count, as on a board.
const isConfirmed = and(eq(memberships.status, true), isNull(memberships.askedAt))

async function isFulfilled(
  transaction: Transaction,
  { userId, groupId, memberId, needed = 1 }: WatchRequest,
): Promise<boolean> {
  const others = and(eq(memberships.groupId, groupId), ne(memberships.userId, userId))
  if (memberId === undefined)
    return (await transaction.$count(memberships, and(others, isConfirmed))) >= needed
  const [member] = await transaction
    .select({ status: memberships.status })
    .from(memberships)
    .where(and(others, eq(memberships.userId, memberId)))
  if (!member) throw new Problem('member-not-found.watch')
  return member.status
}

async function moveEnd(
  transaction: Transaction,
  { userId, groupId, memberId, needed }: WatchRequest,
  endsAt: Date,
) {
  const [moved] = await transaction
    .update(watches)
    .set({ endsAt })
    .where(
      and(
        eq(watches.userId, userId),
        eq(watches.groupId, groupId),
        memberId === undefined ? isNull(watches.memberId) : eq(watches.memberId, memberId),
        needed === undefined ? isNull(watches.needed) : eq(watches.needed, needed),
      ),
    )
    .returning()
  return moved
}

async function add(transaction: Transaction, input: WatchRequest, endsAt: Date) {
  const [added] = await transaction
    .insert(watches)
    .values({ ...input, id: newId(), endsAt })
    .returning()
  if (!added) throw new Error('A watch was not written')
  return added
}

function toWatch({ id, groupId, memberId, needed, endsAt }: typeof watches.$inferSelect): Watch {
  return inJson({ id, groupId, memberId, needed, endsAt })
}
