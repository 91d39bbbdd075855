import { invitationMessage, invitedEmail } from '@grouplight/contract/invitation.ts'
import { t } from '#texts/texts.ts'
import { schemaRule } from '#ui/first-refusal.ts'

/** An address that was taken out of a draft, and which entry it was in. */
export type RemovedEmail = { email: string; at: number }

/** What is being written in the Invite Members dialog, and what was last removed from it. */
export type InviteDraft = { emails: string[]; message: string; removed?: RemovedEmail }

/** What is wrong with a draft: at each entry, and with the message. */
export type InviteErrors = { emails: (string | null)[]; message: string | null }

export const emptyDraft: InviteDraft = { emails: [''], message: '' }

/** The entries that count: an empty one does not. */
export function filledEmails({ emails }: InviteDraft): string[] {
  return emails.map(email => email.trim()).filter(email => email !== '')
}

/** A draft without one of its entries. An empty one is nothing to be put back. */
export function removeEmail(emails: string[], at: number): Pick<InviteDraft, 'emails' | 'removed'> {
  const email = emails[at]?.trim()
  return { emails: emails.toSpliced(at, 1), ...(email && { removed: { email, at } }) }
}

/** The same with it again, as near to its place as there is one. */
export function restoreEmail(
  emails: string[],
  { email, at }: RemovedEmail,
): Pick<InviteDraft, 'emails' | 'removed'> {
  return { emails: emails.toSpliced(at, 0, email), removed: undefined }
}

/** Why a draft cannot be sent; null when it can. */
export function validateDraft(draft: InviteDraft): InviteErrors | null {
  const message = messageRefusal(draft.message)
  if (filledEmails(draft).length === 0) {
    return { emails: [t.invitation.enterOne], message }
  }
  const emails = draft.emails.map(email => (email.trim() === '' ? null : emailRefusal(email)))
  return emails.every(refusal => refusal === null) && message === null ? null : { emails, message }
}

const emailRefusal = schemaRule(invitedEmail)
const messageRefusal = schemaRule(invitationMessage)
