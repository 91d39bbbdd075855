import invitationDialogTexts from 'texts:invitation-dialogs'
import { invitationMessage, invitedEmail } from '@grouplight/contract/invitation.ts'
import { schemaRule } from '#ui/use-form.ts'

export type RemovedEmail = { email: string; at: number }

export type InviteDraft = { emails: string[]; message: string; removed?: RemovedEmail }

export type InviteErrors = { emails: (string | null)[]; message: string | null }

export const emptyDraft: InviteDraft = { emails: [''], message: '' }

export function filledEmails({ emails }: InviteDraft): string[] {
  return emails.map(email => email.trim()).filter(email => email !== '')
}

/** The result contains `removed` only if the removed entry was not empty. */
export function removeEmail(emails: string[], at: number): Pick<InviteDraft, 'emails' | 'removed'> {
  const email = emails[at]?.trim()
  return { emails: emails.toSpliced(at, 1), ...(email && { removed: { email, at } }) }
}

export function restoreEmail(
  emails: string[],
  { email, at }: RemovedEmail,
): Pick<InviteDraft, 'emails' | 'removed'> {
  return { emails: emails.toSpliced(at, 0, email), removed: undefined }
}

export function validateDraft(draft: InviteDraft): InviteErrors | null {
  const message = messageError(draft.message)
  if (filledEmails(draft).length === 0) {
    return { emails: [invitationDialogTexts.enterOne], message }
  }
  const emails = draft.emails.map(email => (email.trim() === '' ? null : emailError(email)))
  return emails.every(error => error === null) && message === null ? null : { emails, message }
}

const emailError = schemaRule(invitedEmail)
const messageError = schemaRule(invitationMessage)
