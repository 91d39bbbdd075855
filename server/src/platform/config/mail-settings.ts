import { isIP } from 'node:net'
import { z } from 'zod'
import { OperatorError } from './operator-error.ts'
import { word } from './setting-values.ts'

export const smtpTls = word('off', 'opportunistic', 'required')

export type SmtpTls = z.infer<typeof smtpTls>

// A host name, or an address in brackets (RFC 5321, section 4.1.3).
export const ehloName = z
  .string()
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[(?:\d+(?:\.\d+){3}|IPv6:[0-9a-f:.]+)\])$/i,
    'a name like lights.example.org, or an address like [192.0.2.1]',
  )

/** The name that the server gives to the mail server, unless EHLO_NAME is set. */
export function ehloNameOf(appUrl: string): string {
  const host = new URL(appUrl).hostname.replace(/\.$/, '')
  if (host.startsWith('[')) return `[IPv6:${host.slice(1)}`
  if (isIP(host)) return `[${host}]`
  // Names of containers often have an underscore, which no name in the DNS has.
  return ehloName.safeParse(host).success ? host : '[127.0.0.1]'
}

/** Refuses what would have no effect in SMTP_URL, and a password that SMTP_TLS would send readable. */
export function checkMailSettings(smtpUrl: string | undefined, tls: SmtpTls | undefined): void {
  if (!smtpUrl) return
  const { protocol, hostname, username, pathname, search, searchParams, hash } = new URL(smtpUrl)
  const [parameter] = searchParams.keys()
  const extra =
    parameter !== undefined
      ? `the unknown parameter '${parameter.replace(/\p{Cc}+/gu, ' ')}'`
      : search || hash || pathname.length > 1
        ? 'more than a host and a port'
        : hostname
          ? null
          : 'no host'
  if (extra)
    throw new OperatorError(
      `SMTP_URL has ${extra}: it must be like smtp://user:password@host:587. Certificates and TLS are set by SMTP_TLS, the name of this server by EHLO_NAME.`,
    )
  if (tls !== 'off') return
  if (protocol === 'smtps:')
    throw new OperatorError(
      "SMTP_TLS is 'off', but SMTP_URL starts with smtps://: write smtp://, or leave SMTP_TLS empty.",
    )
  if (username && !isLoopbackHost(hostname))
    throw new OperatorError(
      "SMTP_TLS is 'off', but SMTP_URL has a password for another machine: it would be sent readable.",
    )
}

export function isLoopbackHost(host: string): boolean {
  return ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host.toLowerCase())
}
