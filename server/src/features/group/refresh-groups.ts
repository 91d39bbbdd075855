import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { groups, invitations, users } from '#platform/database/schema.ts'
import { publish } from '#platform/live/publish.ts'
import { sendTo } from '#platform/live/send-to.ts'
import type { UnitOfWork } from '#services.ts'
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
  await refreshInvitees(transaction, own)
}

/** After this, the users who are invited to the groups read their invitations again. */
export async function refreshInvitees(transaction: UnitOfWork, groupIds: string[]): Promise<void> {
  if (groupIds.length === 0) return
  const invited = await transaction
    .selectDistinct({ email: invitations.email })
    .from(invitations)
    .where(and(inArray(invitations.groupId, groupIds), eq(invitations.status, 'pending')))
  await refreshInvitationsTo(
    transaction,
    invited.map(({ email }) => email),
  )
}

export async function refreshInvitationsTo(transaction: UnitOfWork, emails: string[]): Promise<void> {
  const invitees = await transaction.select({ id: users.uid }).from(users).where(inArray(users.email, emails))
  for (const { id } of invitees) sendTo(transaction, id, ['invitations.changed'])
}
