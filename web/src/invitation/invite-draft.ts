import { invitationMessage, invitedEmail } from '@grouplight/contract/invitation.ts'
import { t } from '#texts/texts.ts'
import { firstRefusal } from '#ui/first-refusal.ts'

/** What is being written in the Invite Members dialog. */
export type InviteDraft = { emails: string[]; message: string }

/** What is wrong with a draft: at each entry, and with the message. */
export type InviteRefusals = { emails: (string | null)[]; message: string | null }

export const emptyDraft: InviteDraft = { emails: [''], message: '' }

/** The entries that count: an empty one does not. */
export function filledEmails({ emails }: InviteDraft): string[] {
  return emails.map(email => email.trim()).filter(email => email !== '')
}

/** Why a draft cannot be sent; null when it can. */
export function refusalsOf(draft: InviteDraft): InviteRefusals | null {
  const message = messageRefusal(draft.message)
  if (filledEmails(draft).length === 0) {
    return { emails: [t.invitation.enterOne], message }
  }
  const emails = draft.emails.map(email => (email.trim() === '' ? null : emailRefusal(email)))
  return emails.every(refusal => refusal === null) && message === null ? null : { emails, message }
}

const emailRefusal = firstRefusal(invitedEmail)
const messageRefusal = firstRefusal(invitationMessage)
