import { queueEmail } from '#platform/mail/queue-email.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { blockLink, withoutEmailBlock } from './email-block.ts'
import { invitationEmail } from './invitation-email.ts'
import { withoutInvitationBlock } from './is-blocked.ts'
import { type Invitation, inviterName } from './pending.ts'

export async function mailInvitations(
  transaction: UnitOfWork,
  { clock, config, secret }: Services,
  input: { invitations: Invitation[]; groupName: string; inviter: { userId: string; displayName: string } },
): Promise<void> {
  const { invitations, groupName, inviter } = input
  const emails = await withoutInvitationBlock(transaction, {
    inviterId: inviter.userId,
    emails: invitations.map(({ email }) => email),
  })
  const wanted = invitations.filter(({ email }) => emails.includes(email))
  const allowed = await withoutEmailBlock({ database: transaction, secret }, wanted)
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
    await queueEmail(transaction, { ...queued, inviterId: inviter.userId }, clock.now())
  }
}
