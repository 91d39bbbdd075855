import { and, asc, eq, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#commit/commit.ts'
import type { Queryable, Transaction } from '#database/database.ts'
import { groups, memberships } from '#database/schema.ts'
import { Problem } from '#problem.ts'
import { groupTopic } from './topic.ts'

/** Who may: a group as one of its members meets it. */
export type MyGroup = { id: string; name: string; createdBy: string; version: number }

/** What is not there, not theirs or malformed is refused with one and the same answer. */
export function groupNotFound(): Problem {
  return new Problem('group-not-found', 'Group not found')
}

/** The group, if the person is a member. Refuses 'group-not-found'. */
export async function requireMember(
  on: Queryable,
  input: { groupId: string; userId: string },
): Promise<MyGroup> {
  const [group] = await on
    .select({ id: groups.id, name: groups.name, createdBy: groups.createdBy, version: groups.version })
    .from(groups)
    .innerJoin(memberships, eq(memberships.groupId, groups.id))
    .where(and(eq(groups.id, input.groupId), eq(memberships.userId, input.userId)))
  if (!group) throw groupNotFound()
  return group
}

/** The group, if the person made it. Refuses 'group-not-found' to strangers and 'not-group-creator' to other members. */
export async function requireCreator(
  on: Queryable,
  input: { groupId: string; userId: string },
  refusal: string,
): Promise<MyGroup> {
  const group = await requireMember(on, input)
  if (group.createdBy !== input.userId) throw new Problem('not-group-creator', refusal)
  return group
}

/**
 * The same, and holds the group until the transaction ends: who is its creator cannot change under what is done as one.
 * Refuses like `requireCreator`.
 */
export async function lockAsCreator(
  transaction: Transaction,
  input: { groupId: string; userId: string },
  refusal: string,
): Promise<MyGroup> {
  await lockGroup(transaction, input.groupId)
  return requireCreator(transaction, input, refusal)
}

/** Holds the group until the transaction ends, so that changes of its members come one after the other. Null: it is gone. */
export async function lockGroup(transaction: Transaction, groupId: string): Promise<MyGroup | null> {
  const [group] = await transaction
    .select({ id: groups.id, name: groups.name, createdBy: groups.createdBy, version: groups.version })
    .from(groups)
    .where(eq(groups.id, groupId))
    .for('update')
  return group ?? null
}

/** Counts a change of a group that is not a toggle. Its members' screens read it again after the commit. */
export async function nextVersion(transaction: UnitOfWork, groupId: string): Promise<void> {
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

/** The ids of the groups somebody is a member of, in the order in which they are locked. */
export async function groupIdsOf(on: Queryable, userId: string): Promise<string[]> {
  const found = await on
    .select({ groupId: memberships.groupId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.groupId))
  return found.map(({ groupId }) => groupId)
}
