import { and, asc, eq, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#commit/commit.ts'
import type { Queryable, Transaction } from '#database/database.ts'
import { groups, memberships } from '#database/schema.ts'
import { Problem } from '#problem.ts'
import { groupTopic } from './topic.ts'

/** The fields of a group that most operations need. */
export type GroupSummary = { id: string; name: string; createdBy: string; version: number }

/**
 * Returns the refusal for a group that does not exist, for a group of which the user is not a member, and for a malformed id. It is
 * the same for all three, so that it does not reveal which groups exist.
 */
export function groupNotFound(): Problem {
  return new Problem('group-not-found', 'Group not found')
}

/** Returns the group if the user is a member. Refuses 'group-not-found'. */
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

/**
 * Returns the group if the user is its creator. Refuses 'not-group-creator' to other members and 'group-not-found' to all other
 * users.
 */
export async function requireCreator(
  on: Queryable,
  input: { groupId: string; userId: string },
  refusal: string,
): Promise<GroupSummary> {
  const group = await requireMember(on, input)
  if (group.createdBy !== input.userId) throw new Problem('not-group-creator', refusal)
  return group
}

/** Like `requireCreator`, and locks the group until the transaction ends, so that its creator cannot change before then. */
export async function lockGroupAsCreator(
  transaction: Transaction,
  input: { groupId: string; userId: string },
  refusal: string,
): Promise<GroupSummary> {
  await lockGroup(transaction, input.groupId)
  return requireCreator(transaction, input, refusal)
}

/**
 * Locks a group until the transaction ends, so that its changes run one after the other. Returns null if there is no such group.
 */
export async function lockGroup(transaction: Transaction, groupId: string): Promise<GroupSummary | null> {
  const [group] = await transaction
    .select({ id: groups.id, name: groups.name, createdBy: groups.createdBy, version: groups.version })
    .from(groups)
    .where(eq(groups.id, groupId))
    .for('update')
  return group ?? null
}

/**
 * Increments the version of a group after a change that is not a toggle. The members' screens read the group again after the
 * commit.
 */
export async function publishNextVersion(transaction: UnitOfWork, groupId: string): Promise<void> {
  const [group] = await transaction
    .update(groups)
    .set({ version: sql`${groups.version} + 1` })
    .where(eq(groups.id, groupId))
    .returning({ version: groups.version })
  if (!group) throw groupNotFound()
  transaction.publish(groupTopic(groupId), ['group.changed', groupId, group.version])
}

/** Adds a user to a group as an Available member. The user's open screens follow the group after the commit. */
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

/** Returns the user ids of all members. */
export async function memberIds(on: Queryable, groupId: string): Promise<string[]> {
  const members = await on
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(eq(memberships.groupId, groupId))
  return members.map(({ userId }) => userId)
}

/** Returns the ids of the user's groups in the order in which groups are locked. */
export async function groupIdsOf(on: Queryable, userId: string): Promise<string[]> {
  const found = await on
    .select({ groupId: memberships.groupId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.groupId))
  return found.map(({ groupId }) => groupId)
}
