import { inArray, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#commit/commit.ts'
import { groups } from '#database/schema.ts'
import { inviteesOf } from './invitees.ts'
import { groupIdsOf } from './membership.ts'
import { groupTopic } from './topic.ts'

/**
 * Increments the version of each of the user's groups after a change of the user's name. The members' screens read the groups
 * again.
 */
export async function refreshGroupsOf(transaction: UnitOfWork, userId: string): Promise<void> {
  const groupIds = await groupIdsOf(transaction, userId)
  if (groupIds.length === 0) return
  const locked = transaction
    .select({ id: groups.id })
    .from(groups)
    .where(inArray(groups.id, groupIds))
    .orderBy(groups.id)
    .for('update')
  const changed = await transaction
    .update(groups)
    .set({ version: sql`${groups.version} + 1` })
    .where(inArray(groups.id, locked))
    .returning({ id: groups.id, version: groups.version, createdBy: groups.createdBy })
  // The user's name is also in the invitations to the groups that the user has created.
  const own = changed.filter(({ createdBy }) => createdBy === userId).map(({ id }) => id)
  for (const { id, version } of changed) transaction.publish(groupTopic(id), ['group.changed', id, version])
  for (const invitee of await inviteesOf(transaction, own))
    transaction.sendTo(invitee, ['invitations.changed'])
}
