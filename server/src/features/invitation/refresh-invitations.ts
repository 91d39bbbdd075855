import { inArray } from 'drizzle-orm'
import { groups, users } from '#platform/database/schema.ts'
import { sendTo } from '#platform/live/send-to.ts'
import type { UnitOfWork } from '#services.ts'

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
  for (const { id } of invitees) sendTo(transaction, id, ['invitations.changed'])
  for (const { id, createdBy } of theirGroups)
    sendTo(transaction, createdBy, ['group.invitations.changed', id])
}
