import type { Language } from '@grouplight/locales/src/languages.ts'
import { inArray } from 'drizzle-orm'
import { knownTimeZone } from '#platform/database/conditions.ts'
import { users } from '#platform/database/schema.ts'
import { queueEmail } from '#platform/mail/queue-email.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { blockLink, withoutEmailBlock } from './email-block.ts'
import { invitationCode } from './invitation-code.ts'
import { invitationEmail } from './invitation-email.ts'
import { withoutInvitationBlock } from './is-blocked.ts'
import type { Invitation } from './pending.ts'

export async function mailInvitations(
  transaction: UnitOfWork,
  { clock, site, secret }: Services,
  input: {
    invitations: Invitation[]
    groupName: string
    inviter: { userId: string; displayName: string; language: Language }
  },
): Promise<void> {
  const { invitations, groupName, inviter } = input
  const emails = await withoutInvitationBlock(transaction, {
    inviterId: inviter.userId,
    emails: invitations.map(({ email }) => email),
  })
  const wanted = invitations.filter(({ email }) => emails.includes(email))
  const allowed = await withoutEmailBlock({ database: transaction, secret }, wanted)
  const accounts = await transaction
    .select({ email: users.email, language: users.language, timeZone: knownTimeZone })
    .from(users)
    .where(inArray(users.email, emails))
  for (const invitation of allowed) {
    const account = accounts.find(({ email }) => email === invitation.email)
    const stopUrl = blockLink(site, secret, invitation.email)
    const code = invitationCode(secret, invitation.id)
    const queued = invitationEmail(site, { invitation, inviter, groupName, code, stopUrl, account })
    await queueEmail(transaction, { ...queued, inviterId: inviter.userId }, clock.now())
  }
}
