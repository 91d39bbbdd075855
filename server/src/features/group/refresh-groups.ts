import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { groups } from '#platform/database/schema.ts'
import { publish } from '#platform/live/publish.ts'
import { sendTo } from '#platform/live/send-to.ts'
import type { UnitOfWork } from '#services.ts'
import { inviteesOf } from './invitees.ts'
import { groupIdsOf } from './membership.ts'

/** After this, the screens that show the user's groups, or invitations to them, read them again. */
export function refreshGroups(transaction: UnitOfWork, userId: string): Promise<void> {
  return refresh(transaction, userId)
}

/** Like `refreshGroups`, but only for the groups whose creator the user is. */
export function refreshCreatedGroups(transaction: UnitOfWork, userId: string): Promise<void> {
  return refresh(transaction, userId, eq(groups.createdBy, userId))
}

async function refresh(transaction: UnitOfWork, userId: string, which?: SQL): Promise<void> {
  const groupIds = await groupIdsOf(transaction, userId)
  if (groupIds.length === 0) return
  // All groups are locked in the order of their ids. This order prevents deadlocks.
  await transaction
    .select({ id: groups.id })
    .from(groups)
    .where(inArray(groups.id, groupIds))
    .orderBy(groups.id)
    .for('update')
  const changed = await transaction
    .update(groups)
    .set({ version: sql`${groups.version} + 1` })
    .where(and(inArray(groups.id, groupIds), which))
    .returning({ id: groups.id, version: groups.version, createdBy: groups.createdBy })
  // A pending invitation shows the name of its inviter, who is the group's creator.
  const own = changed.filter(({ createdBy }) => createdBy === userId).map(({ id }) => id)
  for (const { id, version } of changed) publish(transaction, id, ['group.changed', id, version])
  for (const invitee of await inviteesOf(transaction, own))
    sendTo(transaction, invitee, ['invitations.changed'])
}
