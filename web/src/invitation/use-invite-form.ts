import { invitationMessage, invitedEmail } from '@grouplight/contract/invitation.ts'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { firstRefusal } from '#ui/first-refusal.ts'

type InviteValues = { emails: string[]; message: string }
export type InviteForm = UseFormReturnType<InviteValues>

/** What is being written in the Invite Members dialog, starting with one empty entry; empty ones do not count. */
export function useInviteForm(): InviteForm {
  return useForm<InviteValues>({ initialValues: { emails: [''], message: '' }, validate: refusals })
}

/** The entries that count, as they were written. */
export function filledEmails({ emails }: InviteValues): string[] {
  return emails.map(email => email.trim()).filter(email => email !== '')
}

const emailRefusal = firstRefusal(invitedEmail)
const messageRefusal = firstRefusal(invitationMessage)

function refusals(values: InviteValues) {
  if (filledEmails(values).length === 0) return { 'emails.0': 'Please enter at least one email address' }
  return {
    ...Object.fromEntries(
      values.emails.map((email, at) => [`emails.${at}`, email.trim() && emailRefusal(email)]),
    ),
    message: messageRefusal(values.message),
  }
}
