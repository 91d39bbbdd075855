import type { Config } from '#platform/config/config.ts'
import type { SendError } from './explain-send-error.ts'
import { smtpOptions } from './smtp-options.ts'

type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  date: Date
}

export const mostConnections = 5

export type Transport = { send(mail: OutgoingMail): Promise<void>; close(): void }

export type MailConfig = Pick<Config, 'smtpUrl' | 'smtpTls' | 'ehloName' | 'mailFrom' | 'appName'>

type SendLimits = Record<'connectionTimeout' | 'greetingTimeout' | 'socketTimeout' | 'sendingMs', number>

// `sendingMs` includes the wait for a free connection. It must be shorter than the lease of the email worker.
const usualLimits: SendLimits = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  sendingMs: 60_000,
}

export async function createTransport(
  config: MailConfig,
  limits: SendLimits = usualLimits,
): Promise<Transport | null> {
  const { smtpUrl } = config
  const { sendingMs, ...socketLimits } = limits
  if (!smtpUrl) return null
  const { default: nodemailer } = await import('nodemailer')
  const smtp = nodemailer.createTransport({
    ...smtpOptions({ ...config, smtpUrl }),
    pool: true,
    maxConnections: mostConnections,
    // The email worker tries again, after a pause.
    maxRequeues: 1,
    ...socketLimits,
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
        // A mail server that sends its answers byte by byte would otherwise hold the connection for ever.
        signal: AbortSignal.timeout(sendingMs),
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

function noSuchAddress(): Error & SendError {
  return Object.assign(new Error('the address is not valid'), { responseCode: 553, command: 'RCPT TO' })
}

export function sender(mailFrom: string, appName: string): { name: string; address: string } {
  const match = /^(.*)<([^<>]+)>$/.exec(mailFrom)
  if (!match) return { name: appName, address: mailFrom }
  return { name: (match[1] ?? '').trim().replace(/^"|"$/g, '') || appName, address: match[2] ?? '' }
}

// The number of bytes of text that fit into one 'encoded word' of at most 75 characters, in base64 (RFC 2047, section 2).
const wordBytes = 45

/** Encodes the whole subject (RFC 2047). Otherwise, mail programs could decode a part of it if it contains `=?`. */
function encodedSubject(subject: string): string {
  const words: string[] = []
  let word = ''
  for (const character of subject) {
    if (Buffer.byteLength(word + character) > wordBytes) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word].map(text => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`).join('\r\n ')
}
