import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { newNoticeId } from '#features/notification/notice-ids.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { calls, groups, memberships, removedMembers, statusNotices } from '#platform/database/schema.ts'
import { follow, publish, sendTo } from '#platform/live/tell.ts'
import { type PlainKind, Problem } from '#platform/problem.ts'
import type { UnitOfWork } from '#services.ts'

export type GroupRequest = { userId: string; groupId: string }

/** `createdBy` is null while the group has no admin. */
export type GroupSummary = { id: string; name: string; createdBy: string | null; version: number }

const summary = {
  ...{ id: groups.id, name: groups.name, version: groups.version },
  createdBy: sql<string | null>`case when ${groups.withoutAdminSince} is null then ${groups.createdBy} end`,
}

/** The Problem is the same for a missing group and for a user who is not a member, so that nobody learns which groups exist. */
export function groupNotFound(): Problem {
  return new Problem('group-not-found')
}

export async function requireMember(
  on: Queryable,
  input: GroupRequest,
): Promise<GroupSummary & { usualEnd: number | null; deputySince: Date | null }> {
  const [group] = await on
    .select({ ...summary, usualEnd: memberships.usualEnd, deputySince: memberships.deputySince })
    .from(groups)
    .innerJoin(memberships, eq(memberships.groupId, groups.id))
    .where(and(eq(groups.id, input.groupId), eq(memberships.userId, input.userId)))
  if (!group) throw groupNotFound()
  return group
}

type CreatorRefusal = Extract<PlainKind, `not-group-creator${string}`>

/**
 * For what the creator and the deputies may do: invite, remove plain members, change the group, its lists and its boards. Throws
 * `refusal`, or 'group-not-found' if the user is not a member.
 */
export async function requireAdmin(
  on: Queryable,
  input: GroupRequest,
  refusal: CreatorRefusal = 'not-group-creator',
): Promise<GroupSummary> {
  const group = await requireMember(on, input)
  if (!isAdminOf(group, input.userId)) throw new Problem(refusal)
  return group
}

export async function isDeputy(on: Queryable, input: GroupRequest): Promise<boolean> {
  const isOne = and(isMembership(input), isNotNull(memberships.deputySince))
  return (await on.$count(memberships, isOne)) > 0
}

export async function isAdmin(on: Queryable, input: GroupRequest): Promise<boolean> {
  return isAdminOf(await requireMember(on, input), input.userId)
}

function isAdminOf(group: GroupSummary & { deputySince: Date | null }, userId: string): boolean {
  return group.createdBy === userId || group.deputySince !== null
}

/** For what the creator alone may do. Throws like `requireAdmin`. */
export async function requireCreator(
  on: Queryable,
  input: GroupRequest,
  refusal: CreatorRefusal = 'not-group-creator',
): Promise<GroupSummary> {
  const group = await requireMember(on, input)
  if (group.createdBy !== input.userId) throw new Problem(refusal)
  return group
}

/** Locks a group until the transaction ends, so that its creator cannot change. Throws the same Problems as `requireCreator`. */
export async function lockGroupAsCreator(
  transaction: Transaction,
  input: GroupRequest,
  refusal: CreatorRefusal = 'not-group-creator',
): Promise<GroupSummary> {
  await lockGroup(transaction, input.groupId)
  return requireCreator(transaction, input, refusal)
}

/** Locks a group until the transaction ends, so that its admins cannot change. Throws the same Problems as `requireAdmin`. */
export async function lockGroupAsAdmin(
  transaction: Transaction,
  input: GroupRequest,
  refusal: CreatorRefusal = 'not-group-creator',
): Promise<GroupSummary> {
  await lockGroup(transaction, input.groupId)
  return requireAdmin(transaction, input, refusal)
}

/** Locks a group until the transaction ends, so that nothing about the membership changes. Throws like `requireMember`. */
export async function lockGroupAsMember(
  transaction: Transaction,
  input: GroupRequest,
): Promise<GroupSummary> {
  await lockGroup(transaction, input.groupId)
  return requireMember(transaction, input)
}

/** Locks a group until the transaction ends. Returns null if the group does not exist. */
export async function lockGroup(transaction: Transaction, groupId: string): Promise<GroupSummary | null> {
  const [group] = await transaction.select(summary).from(groups).where(eq(groups.id, groupId)).for('update')
  return group ?? null
}

/** After the commit, the open screens of the group fetch the group again. */
export async function publishNextVersion(transaction: UnitOfWork, groupId: string): Promise<void> {
  const version = await nextVersion(transaction, groupId)
  publish(transaction, groupId, ['group.changed', groupId, version])
}

/** Increments and returns the version of a group. A message with this version must then be published. */
export async function nextVersion(transaction: Transaction, groupId: string): Promise<number> {
  const [group] = await transaction
    .update(groups)
    .set({ version: sql`${groups.version} + 1` })
    .where(eq(groups.id, groupId))
    .returning({ version: groups.version })
  if (!group) throw groupNotFound()
  return group.version
}

/** Adds a member to a group, which the transaction must have locked or created. */
export async function addMember(
  transaction: UnitOfWork,
  { groupId, userId, now, isAvailable }: { groupId: string; userId: string; now: Date; isAvailable: boolean },
): Promise<void> {
  // Later status notices of the group must get higher ids than `noticesAfter`, also on a node whose clock is slow.
  await transaction
    .update(groups)
    .set({
      lastNoticeId: sql`greatest(${groups.lastNoticeId} + 1, ${newNoticeId()})`,
      // An open call asks the new member as soon as the member is Available.
      uncalledAt: sql`case when exists (
        select from ${calls} where ${calls.groupId} = ${groupId} and ${calls.closedAt} is null
      ) then greatest(${groups.uncalledAt}, ${now.toISOString()}::timestamptz) end`,
    })
    .where(eq(groups.id, groupId))
  await transaction.insert(memberships).values({
    groupId,
    userId,
    status: isAvailable,
    lastUpdated: now,
    joinedAt: now,
    dueAt: isAvailable
      ? sql`${now.toISOString()}::timestamptz + (select asking_interval from ${groups} where id = ${groupId}) * interval '1 minute'`
      : null,
    noticesAfter: sql`(select last_notice_id from ${groups} where id = ${groupId})`,
    readNumber: sql`(select notice_count from ${groups} where id = ${groupId})`,
    // Status notices about a former membership of the user may still be there.
    noticeCount: sql`coalesce((
      select own_number from ${statusNotices} where group_id = ${groupId} and user_id = ${userId} order by number desc limit 1
    ), 0)`,
  })
  await transaction
    .delete(removedMembers)
    .where(and(eq(removedMembers.groupId, groupId), eq(removedMembers.userId, userId)))
  follow(transaction, userId, groupId)
  sendTo(transaction, userId, ['group.joined', groupId])
}

export function isMembership({ groupId, userId }: GroupRequest): SQL | undefined {
  return and(eq(memberships.groupId, groupId), eq(memberships.userId, userId))
}

export async function isMember(on: Queryable, input: GroupRequest): Promise<boolean> {
  const [member] = await on
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(isMembership(input))
  return member !== undefined
}

export function creatorOf({ createdBy }: Pick<GroupSummary, 'createdBy'>): string[] {
  return createdBy === null ? [] : [createdBy]
}

/** The deputies who want to hear that members come, ask to come, or go. */
export async function listeningDeputies(on: Queryable, groupId: string): Promise<string[]> {
  const isListening = and(isNotNull(memberships.deputySince), eq(memberships.ignoresMembers, false))
  const found = await on
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.groupId, groupId), isListening))
  return found.map(({ userId }) => userId)
}

export async function memberIds(on: Queryable, groupId: string): Promise<string[]> {
  const members = await on
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(eq(memberships.groupId, groupId))
  return members.map(({ userId }) => userId)
}

/** Returns the ids of the user's groups, in the order in which groups must be locked. */
export async function groupIdsOf(on: Queryable, userId: string): Promise<string[]> {
  const found = await on
    .select({ groupId: memberships.groupId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.groupId))
  return found.map(({ groupId }) => groupId)
}
