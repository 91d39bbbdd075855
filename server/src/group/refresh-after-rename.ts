import { inArray, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#commit/commit.ts'
import { groups } from '#database/schema.ts'
import { groupTopic } from '#live/group-topic.ts'
import { inviteesOf } from './invitees.ts'
import { groupIdsOf } from './membership.ts'

export async function refreshAfterRename(transaction: UnitOfWork, userId: string): Promise<void> {
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
  // A pending invitation shows the name of its inviter, who is the group's creator.
  const own = changed.filter(({ createdBy }) => createdBy === userId).map(({ id }) => id)
  for (const { id, version } of changed) transaction.publish(groupTopic(id), ['group.changed', id, version])
  for (const invitee of await inviteesOf(transaction, own))
    transaction.sendTo(invitee, ['invitations.changed'])
}
