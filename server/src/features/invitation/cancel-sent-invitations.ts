import { and, eq } from 'drizzle-orm'
import { invitations } from '#platform/database/schema.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { refreshInvitations } from './refresh-invitations.ts'

/** Must be called before the account is deleted, because the deletion sets `invited_by` to null. */
export async function cancelSentInvitations(
  transaction: UnitOfWork,
  { clock }: Pick<Services, 'clock'>,
  userId: string,
): Promise<void> {
  const cancelled = await transaction
    .update(invitations)
    .set({ status: 'cancelled', updatedAt: clock.now() })
    .where(and(eq(invitations.invitedBy, userId), eq(invitations.status, 'pending')))
    .returning({ groupId: invitations.groupId, email: invitations.email })
  await refreshInvitations(transaction, cancelled)
}
