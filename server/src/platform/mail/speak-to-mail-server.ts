import { TLSSocket } from 'node:tls'
import type { Config } from '#platform/config/config.ts'
import { asReason, explainSendError, type SendError } from './explain-send-error.ts'
import { smtpOptions } from './smtp-options.ts'
import { sender } from './transport.ts'

export type MailServerReport = {
  /** The host and the port. */
  host: string
  /** The version of TLS. Null without TLS. */
  tls: string | null
  /** The last answer of the mail server, in its own words. */
  words: string
  /** Null if everything was accepted. Otherwise, what is wrong. */
  fault: string | null
}

type TestMail = { to: string; subject: string; text: string; html: string }

// The operator waits for the answer.
const longestMs = 14_000

/** Greets the mail server, begins TLS, signs in, and sends the email if there is one. Ends within 15 seconds. */
export async function speakToMailServer(
  config: Config & { smtpUrl: string },
  mail?: TestMail,
  mostMs = longestMs,
): Promise<MailServerReport> {
  const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection')
  const { auth, ...options } = smtpOptions(config)
  let words = ''
  const hear = ({ tnx }: { tnx?: unknown }, text: string) => {
    if (tnx === 'server') words = asReason(text)
  }
  const log = { trace: hear, debug: hear, info: hear, warn: hear, error: hear, fatal: hear }
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: mostMs }
  const connection = new SmtpConnection({ ...options, ...limits, logger: log as never, debug: true })
  const host = `${options.host}:${options.port}`
  const protection = () => tlsOf(connection._socket)
  const failed = Promise.withResolvers<never>()
  connection.on('error', failed.reject)
  connection.on('end', () => failed.reject(connectionError('Connection closed unexpectedly')))
  const timer = setTimeout(() => failed.reject(connectionError('no complete answer in time')), mostMs)
  let tls: string | null | undefined
  try {
    await Promise.race([failed.promise, converse()])
    return { host, tls: tls ?? null, words, fault: null }
  } catch (error) {
    const { response, responseCode = 0, message = '' } = error as SendError
    const refusal =
      responseCode >= 400 && responseCode < 500
        ? 'the mail server does not accept it now, but perhaps later'
        : 'the mail server refused it'
    const { advice } = explainSendError(error)
    return {
      ...{ host, tls: tls === undefined ? protection() : tls },
      words: asReason(response ?? message),
      fault: advice ?? refusal,
    }
  } finally {
    clearTimeout(timer)
    connection.close()
  }

  async function converse(): Promise<void> {
    await done(callback => connection.connect(error => callback(error ?? null)))
    tls = protection()
    if (auth && !connection.allowsAuth) throw loginNotOffered()
    if (auth) await done(callback => connection.login({ user: auth.user, pass: auth.pass }, callback))
    if (!mail) return
    const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
    const from = sender(config.mailFrom, config.appName)
    const { to, ...content } = mail
    const message = new MailComposer({ ...content, from, to: { name: '', address: to } }).compile()
    const bytes = await message.build()
    await done(callback => connection.send(message.getEnvelope() as never, bytes, callback))
  }
}

function done(run: (callback: (error: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => run(error => (error ? reject(error) : resolve())))
}

function tlsOf(socket: unknown): string | null {
  return socket instanceof TLSSocket ? socket.getProtocol() : null
}

/** The host, the port, and how the connection is protected. */
export function connectionOf({ host, tls }: MailServerReport): string {
  return `${host}, ${tls ?? 'no TLS'}`
}

function connectionError(message: string): Error & SendError {
  return Object.assign(new Error(message), { code: 'ECONNECTION', command: 'CONN' })
}

function loginNotOffered(): Error & SendError {
  return Object.assign(new Error('no login is offered'), { code: 'EAUTH' })
}
