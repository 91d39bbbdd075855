import { inArray } from 'drizzle-orm'
import type { UnitOfWork } from '#commit/commit.ts'
import { groups, users } from '#database/schema.ts'

export async function refreshInvitations(
  transaction: UnitOfWork,
  changed: { groupId: string; email: string }[],
): Promise<void> {
  if (changed.length === 0) return
  const emails = changed.map(({ email }) => email)
  const groupIds = changed.map(({ groupId }) => groupId)
  const invitees = await transaction.select({ id: users.uid }).from(users).where(inArray(users.email, emails))
  const theirGroups = await transaction
    .select({ id: groups.id, createdBy: groups.createdBy })
    .from(groups)
    .where(inArray(groups.id, groupIds))
  for (const { id } of invitees) transaction.sendTo(id, ['invitations.changed'])
  for (const { id, createdBy } of theirGroups)
    transaction.sendTo(createdBy, ['group.invitations.changed', id])
}
