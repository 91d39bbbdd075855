import nodemailer from 'nodemailer'
import type { Config } from '#config.ts'
import { isLocal } from './mailbox.ts'
import { encodedSubject } from './subject.ts'

export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  date: Date
}

/** Hands one mail to whoever delivers it. Rejects when it was not taken. */
export type Transport = { send(mail: OutgoingMail): Promise<void>; close(): void }

/**
 * Whose fault it is that a mail was not taken. 'email': the mail server said a 5xx to this recipient or this content, which is
 * for good. 'settings': it does not want us at all (the login, the sender), until the operator mends that. 'moment': all else.
 */
export function faultOf(error: unknown): 'email' | 'settings' | 'moment' {
  const { responseCode = 0, command = '', code } = error as MailError
  if (code === 'EAUTH' || loginWanted.includes(responseCode)) return 'settings'
  if (responseCode < 500 || responseCode > 599) return 'moment'
  return ['RCPT TO', 'DATA'].includes(command) ? 'email' : 'settings'
}

type MailError = { responseCode?: number; command?: string; code?: string }

// Some servers say it only to the first recipient (RFC 4954, 6).
const loginWanted = [530, 534, 535, 538]

/** The SMTP server of the settings; null when emails stay in the development mailbox. */
export function createTransport(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'appName'>): Transport | null {
  if (!config.smtpUrl) return null
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
      // Mail takes angle brackets and quotes for its own: it would go to another address than it was written to.
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
  return Object.assign(new Error('no such address'), { responseCode: 553, command: 'RCPT TO' })
}

/** How the mail server is spoken to. A password leaves this machine only within TLS. */
export function smtpOptions(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  return {
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && username !== '' && !isLocal(hostname),
    auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
  }
}

function sender(mailFrom: string, appName: string): { name: string; address: string } {
  const match = /^(.*)<([^<>]+)>$/.exec(mailFrom)
  if (!match) return { name: appName, address: mailFrom }
  return { name: (match[1] ?? '').trim().replace(/^"|"$/g, '') || appName, address: match[2] ?? '' }
}
