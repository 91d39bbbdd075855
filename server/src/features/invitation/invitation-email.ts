import type { Config } from '#platform/config/config.ts'
import { renderEmail } from '#platform/mail/layout.ts'
import type { Email } from '#platform/mail/queue-email.ts'

type Content = {
  email: string
  inviterName: string
  groupName: string
  message: string
  expiresAt: Date
  stopUrl: string
}

// The time is in UTC, because the recipient's time zone is unknown.
const instantFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

export function invitationEmail(
  config: Pick<Config, 'appName' | 'appUrl' | 'registration'>,
  invitation: Content,
): Email {
  const { appName, appUrl, registration } = config
  const { email, inviterName, groupName, message, expiresAt, stopUrl } = invitation
  const canSignUp = registration !== 'closed'
  return renderEmail(
    {
      kind: 'invitation',
      to: email,
      subject: `${inviterName} invited you to join ${groupName} on ${appName} App`,
      heading: `Join ${groupName}`,
      paragraphs: [
        `${inviterName} invited you to join the group ${groupName} on ${appName}, where you show each other who is available right now.`,
        `${canSignUp ? 'Sign in or create an account' : 'Sign in'} with this address to accept or decline. The invitation is good until ${expiryText(expiresAt)}.`,
      ],
      quote: message || undefined,
      actions: [
        ...(canSignUp ? [{ label: 'Create an account', url: `${appUrl}/signup` }] : []),
        { label: 'Sign in', url: `${appUrl}/login` },
      ],
      footnote: `If you do not know ${inviterName}, ignore this email: without an answer from you nothing happens.`,
      stop: { label: 'Do not invite this address again', url: stopUrl },
    },
    config,
  )
}

function expiryText(expiresAt: Date): string {
  const part = Object.fromEntries(
    instantFormat.formatToParts(expiresAt).map(({ type, value }) => [type, value]),
  )
  return `${part.weekday}, ${part.day} ${part.month} ${part.year}, ${part.hour}:${part.minute} UTC`
}
