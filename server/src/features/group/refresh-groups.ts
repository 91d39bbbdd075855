import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { groups, invitations, memberships, users } from '#platform/database/schema.ts'
import { publish, sendTo } from '#platform/live/tell.ts'
import type { UnitOfWork } from '#services.ts'
import { groupIdsOf } from './membership.ts'

/** After this, the screens that show the user's groups, or invitations to them, read them again. */
export function refreshGroups(transaction: UnitOfWork, userId: string): Promise<void> {
  return refresh(transaction, userId)
}

/** Like `refreshGroups`, but only for the groups whose creator or deputy the user is. */
export function refreshAdministeredGroups(transaction: UnitOfWork, userId: string): Promise<void> {
  const isDeputy = and(eq(memberships.userId, userId), isNotNull(memberships.deputySince))
  const deputyOf = transaction.select({ id: memberships.groupId }).from(memberships).where(isDeputy)
  return refresh(transaction, userId, or(eq(groups.createdBy, userId), inArray(groups.id, deputyOf)))
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
    .returning({ id: groups.id, version: groups.version })
  for (const { id, version } of changed) publish(transaction, id, ['group.changed', id, version])
  // A pending invitation shows the name of its inviter.
  await refreshInvitees(
    transaction,
    changed.map(({ id }) => id),
    eq(invitations.invitedBy, userId),
  )
}

/** After this, the users who are invited to the groups read their invitations again. */
export async function refreshInvitees(
  transaction: UnitOfWork,
  groupIds: string[],
  which?: SQL,
): Promise<void> {
  if (groupIds.length === 0) return
  const invited = await transaction
    .selectDistinct({ email: invitations.email })
    .from(invitations)
    .where(and(inArray(invitations.groupId, groupIds), eq(invitations.status, 'pending'), which))
  await refreshInvitationsTo(
    transaction,
    invited.map(({ email }) => email),
  )
}

/** After this, the admins of the groups read the lists of invitations, invite links and requests to join again. */
export async function refreshLists(transaction: UnitOfWork, groupIds: string[]): Promise<void> {
  if (groupIds.length === 0) return
  const admins = await transaction
    .select({ groupId: groups.id, userId: memberships.userId })
    .from(groups)
    .innerJoin(memberships, eq(memberships.groupId, groups.id))
    .where(
      and(
        inArray(groups.id, groupIds),
        or(eq(memberships.userId, groups.createdBy), isNotNull(memberships.deputySince)),
      ),
    )
  for (const { groupId, userId } of admins)
    sendTo(transaction, userId, ['group.invitations.changed', groupId])
}

export async function refreshInvitationsTo(transaction: UnitOfWork, emails: string[]): Promise<void> {
  const invitees = await transaction.select({ id: users.uid }).from(users).where(inArray(users.email, emails))
  for (const { id } of invitees) sendTo(transaction, id, ['invitations.changed'])
}
