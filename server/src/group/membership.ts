import { and, asc, eq, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#commit/commit.ts'
import type { Queryable, Transaction } from '#database/database.ts'
import { groups, memberships } from '#database/schema.ts'
import { Problem } from '#problem.ts'
import { groupTopic } from './topic.ts'

/** What most operations need to know of a group. */
export type GroupSummary = { id: string; name: string; createdBy: string; version: number }

/** The same refusal for a group that is not there, a group of others, and a malformed id. */
export function groupNotFound(): Problem {
  return new Problem('group-not-found', 'Group not found')
}

/** The group, if the user is a member. Refuses 'group-not-found'. */
export async function requireMember(
  on: Queryable,
  input: { groupId: string; userId: string },
): Promise<GroupSummary> {
  const [group] = await on
    .select({ id: groups.id, name: groups.name, createdBy: groups.createdBy, version: groups.version })
    .from(groups)
    .innerJoin(memberships, eq(memberships.groupId, groups.id))
    .where(and(eq(groups.id, input.groupId), eq(memberships.userId, input.userId)))
  if (!group) throw groupNotFound()
  return group
}

/** The group, if the user is its creator. Refuses 'group-not-found' to strangers and 'not-group-creator' to other members. */
export async function requireCreator(
  on: Queryable,
  input: { groupId: string; userId: string },
  refusal: string,
): Promise<GroupSummary> {
  const group = await requireMember(on, input)
  if (group.createdBy !== input.userId) throw new Problem('not-group-creator', refusal)
  return group
}

/** Like `requireCreator`, and locks the group until the transaction ends, so that its creator cannot change meanwhile. */
export async function lockGroupAsCreator(
  transaction: Transaction,
  input: { groupId: string; userId: string },
  refusal: string,
): Promise<GroupSummary> {
  await lockGroup(transaction, input.groupId)
  return requireCreator(transaction, input, refusal)
}

/** Locks a group until the transaction ends, so that its changes come one after the other. Null when there is none. */
export async function lockGroup(transaction: Transaction, groupId: string): Promise<GroupSummary | null> {
  const [group] = await transaction
    .select({ id: groups.id, name: groups.name, createdBy: groups.createdBy, version: groups.version })
    .from(groups)
    .where(eq(groups.id, groupId))
    .for('update')
  return group ?? null
}

/** Counts a change of a group that is not a toggle. Its members' screens read it again after the commit. */
export async function publishNextVersion(transaction: UnitOfWork, groupId: string): Promise<void> {
  const [group] = await transaction
    .update(groups)
    .set({ version: sql`${groups.version} + 1` })
    .where(eq(groups.id, groupId))
    .returning({ version: groups.version })
  if (!group) throw groupNotFound()
  transaction.publish(groupTopic(groupId), ['group.changed', groupId, group.version])
}

/** Makes a user a member, Available. Their open screens follow the group after the commit. */
export async function addMember(
  transaction: UnitOfWork,
  { groupId, userId, now }: { groupId: string; userId: string; now: Date },
): Promise<void> {
  await transaction
    .insert(memberships)
    .values({ groupId, userId, status: true, lastUpdated: now, joinedAt: now })
  transaction.follow(userId, groupTopic(groupId))
  transaction.sendTo(userId, ['group.joined', groupId])
}

/** The ids of all members. */
export async function memberIds(on: Queryable, groupId: string): Promise<string[]> {
  const members = await on
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(eq(memberships.groupId, groupId))
  return members.map(({ userId }) => userId)
}

/** The ids of the user's groups, in the order in which groups are locked. */
export async function groupIdsOf(on: Queryable, userId: string): Promise<string[]> {
  const found = await on
    .select({ groupId: memberships.groupId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.groupId))
  return found.map(({ groupId }) => groupId)
}
