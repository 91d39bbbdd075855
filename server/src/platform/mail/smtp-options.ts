import { domainToASCII } from 'node:url'
import type { Config } from '#platform/config/config.ts'
import { isLoopbackHost, type SmtpTls } from '#platform/config/mail-settings.ts'

type MailServerSettings = Pick<Config, 'ehloName' | 'smtpTls'> & { smtpUrl: string }

/**
 * A password is sent to another machine only over TLS. The certificate is not checked if the connection cannot be intercepted by another
 * machine and has no login, or if SMTP_TLS says so.
 */
export function smtpOptions({ smtpUrl, smtpTls, ehloName }: MailServerSettings) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  const host = hostOf(hostname)
  const isUnguarded = isLoopbackHost(hostname) && username === ''
  return {
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    name: ehloName,
    requireTLS: !secure && requiresTls(smtpTls, username !== '' && !isLoopbackHost(hostname)),
    ignoreTLS: smtpTls === 'off',
    tls: { rejectUnauthorized: smtpTls === undefined ? !isUnguarded : smtpTls !== 'opportunistic' },
    auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
  }
}

function requiresTls(smtpTls: SmtpTls | undefined, sendsPassword: boolean): boolean {
  return smtpTls === 'required' || sendsPassword
}

// `URL` leaves the host of this protocol as it is: encoded, and IPv6 addresses in brackets.
function hostOf(hostname: string): string {
  if (hostname.startsWith('[')) return hostname.slice(1, -1)
  const decoded = decodeURIComponent(hostname)
  return domainToASCII(decoded) || decoded
}
