import { and, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '#database/database.ts'
import { groups, invitations, users } from '#database/schema.ts'
import type { AfterCommit, Services } from '#services.ts'

/** Somebody's account goes: what they have sent and nobody has answered is taken back. Open screens of both sides follow. */
export async function cancelSentInvitations(
  transaction: Transaction,
  { clock, hub }: Pick<Services, 'clock' | 'hub'>,
  userId: string,
): Promise<AfterCommit> {
  const cancelled = await transaction
    .update(invitations)
    .set({ status: 'cancelled', updatedAt: clock.now() })
    .where(and(eq(invitations.invitedBy, userId), eq(invitations.status, 'pending')))
    .returning({ groupId: invitations.groupId, email: invitations.email })
  if (cancelled.length === 0) return () => {}
  const emails = cancelled.map(({ email }) => email)
  const groupIds = cancelled.map(({ groupId }) => groupId)
  const invitees = await transaction.select({ id: users.uid }).from(users).where(inArray(users.email, emails))
  const theirGroups = await transaction
    .select({ id: groups.id, createdBy: groups.createdBy })
    .from(groups)
    .where(inArray(groups.id, groupIds))
  return () => {
    for (const { id } of invitees) hub.sendTo(id, ['invitations.changed'])
    for (const { id, createdBy } of theirGroups) hub.sendTo(createdBy, ['group.invitations.changed', id])
  }
}
