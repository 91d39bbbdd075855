import type { Config } from '#config.ts'
import { isLoopbackHost } from './mailbox.ts'
import { encodedSubject } from './subject.ts'

type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  date: Date
}

export type Transport = { send(mail: OutgoingMail): Promise<void>; close(): void }

/**
 * Returns 'email' if the mail server permanently refused the recipient or the content. Returns 'settings' after any other
 * permanent refusal, for example of the sender, and after a failed or missing login.
 */
export function classifySendError(error: unknown): 'email' | 'settings' | 'temporary' {
  const { responseCode = 0, command = '', code } = error as MailError
  if (code === 'EAUTH' || loginRequired.includes(responseCode)) return 'settings'
  if (responseCode < 500 || responseCode > 599) return 'temporary'
  return ['RCPT TO', 'DATA'].includes(command) ? 'email' : 'settings'
}

type MailError = { responseCode?: number; command?: string; code?: string }

// These codes mean a failed or missing login. A server may also answer RCPT TO with such a code (RFC 4954, section 6). Such an
// answer does not refuse the recipient.
const loginRequired = [530, 534, 535, 538]

export async function createTransport(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'appName'>,
): Promise<Transport | null> {
  if (!config.smtpUrl) return null
  const { default: nodemailer } = await import('nodemailer')
  const smtp = nodemailer.createTransport({
    ...smtpOptions(config.smtpUrl),
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const from = sender(config.mailFrom, config.appName)
  return {
    async send({ to, subject, ...mail }) {
      // These characters have a special meaning in mail headers. With them, the email could go to a different address.
      if (/[<>"]/.test(to)) throw noSuchAddress()
      await smtp.sendMail({
        ...mail,
        from,
        to: { name: '', address: to },
        ...(!subject.includes('=?') && { subject }),
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(subject.includes('=?') && { Subject: { prepared: true, value: encodedSubject(subject) } }),
        },
      })
    },
    close: () => smtp.close(),
  }
}

function noSuchAddress(): Error & MailError {
  return Object.assign(new Error('the address is not valid'), { responseCode: 553, command: 'RCPT TO' })
}

/** A password is sent to another machine only over TLS. */
export function smtpOptions(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  return {
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && username !== '' && !isLoopbackHost(hostname),
    auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
  }
}

function sender(mailFrom: string, appName: string): { name: string; address: string } {
  const match = /^(.*)<([^<>]+)>$/.exec(mailFrom)
  if (!match) return { name: appName, address: mailFrom }
  return { name: (match[1] ?? '').trim().replace(/^"|"$/g, '') || appName, address: match[2] ?? '' }
}
