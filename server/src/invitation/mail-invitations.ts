import type { UnitOfWork } from '#commit/commit.ts'
import { queueEmail } from '#mail/outbox.ts'
import type { Services } from '#services.ts'
import { blockLink, withoutBlocked } from './email-block.ts'
import { invitationEmail } from './invitation-email.ts'
import { type Invitation, inviterName } from './pending.ts'

/**
 * Queues an email for each of a group's invitations, with the current names. A blocked address gets none, which the inviter
 * cannot see.
 */
export async function mailInvitations(
  transaction: UnitOfWork,
  { clock, config, secret }: Services,
  input: { invitations: Invitation[]; groupName: string; inviter: { displayName: string } },
): Promise<void> {
  const { invitations, groupName, inviter } = input
  const wanted = await withoutBlocked({ database: transaction, secret }, invitations)
  for (const { email, message, expiresAt } of wanted) {
    const stopUrl = blockLink(config, secret, email)
    const sentEmail = invitationEmail(config, {
      email,
      inviterName: inviterName(inviter.displayName),
      groupName,
      message,
      expiresAt,
      stopUrl,
    })
    await queueEmail(transaction, sentEmail, clock.now())
  }
}
