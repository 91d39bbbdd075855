import type { Transaction } from '#database/database.ts'
import { queueLetter } from '#mail/outbox.ts'
import type { Services } from '#services.ts'
import { invitationLetter } from './letter.ts'
import type { Invitation } from './pending.ts'

/** Queues an email for each of a group's invitations, with the names as they are now. */
export async function mailInvitations(
  transaction: Transaction,
  { clock, config }: Services,
  input: { invitations: Invitation[]; groupName: string; inviter: { displayName: string } },
): Promise<void> {
  const { invitations, groupName, inviter } = input
  const inviterName = inviter.displayName || 'A user'
  for (const { email, message, expiresAt } of invitations) {
    const letter = invitationLetter(config, { email, inviterName, groupName, message, expiresAt })
    await queueLetter(transaction, letter, clock.now())
  }
}
