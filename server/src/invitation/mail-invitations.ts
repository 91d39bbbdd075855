import type { UnitOfWork } from '#commit/commit.ts'
import { queueEmail } from '#mail/outbox.ts'
import type { Services } from '#services.ts'
import { blockLink, withoutBlocked } from './email-block.ts'
import { invitationEmail } from './invitation-email.ts'
import { type Invitation, inviterName } from './pending.ts'

/** Queues the emails of new or resent invitations. A blocked address receives no email, and the inviter cannot notice this. */
export async function mailInvitations(
  transaction: UnitOfWork,
  { clock, config, secret }: Services,
  input: { invitations: Invitation[]; groupName: string; inviter: { displayName: string } },
): Promise<void> {
  const { invitations, groupName, inviter } = input
  const allowed = await withoutBlocked({ database: transaction, secret }, invitations)
  for (const { email, message, expiresAt } of allowed) {
    const stopUrl = blockLink(config, secret, email)
    const queued = invitationEmail(config, {
      email,
      inviterName: inviterName(inviter.displayName),
      groupName,
      message,
      expiresAt,
      stopUrl,
    })
    await queueEmail(transaction, queued, clock.now())
  }
}
