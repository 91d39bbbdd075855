import type { IncomingMessage } from 'node:http'
import { parseCookie } from 'cookie'
import type { FastifyReply } from 'fastify'
import { hostCookie } from '#features/account/session-cookie.ts'
import { addMs, minuteMs } from '#platform/clock.ts'
import { seal, unseal } from '#platform/seal.ts'
import { newToken } from '#platform/tokens.ts'
import type { Services } from '#services.ts'

export type VisitPurpose = 'sign-in' | 'link' | 'confirm'

export type Visit = {
  purpose: VisitPurpose
  state: string
  nonce: string
  /** The code verifier of PKCE. Nobody can redeem the authorization code of this visit without the verifier. */
  verifier: string
  /** In ms since 1970. */
  startedAt: number
  /** The id of the session in which the visit was started. Null for a guest. */
  session: string | null
}

export const visitLifeMs = 10 * minuteMs
/** How many visits of one browser can be open at the same time. */
const maxVisits = 4
const plainName = 'grouplight-visit'
const sealedAs = 'A visit to the provider'

export function newVisit(
  { clock }: Pick<Services, 'clock'>,
  started: Pick<Visit, 'purpose' | 'session'>,
): Visit {
  const random = { state: newToken(), nonce: newToken(), verifier: newToken() }
  return { ...started, ...random, startedAt: clock.now().getTime() }
}

/**
 * Each visit has a cookie of its own, so that several tabs can visit the provider at the same time. A cookie is encrypted and
 * authenticated, so that neither a user nor another website can choose the content of a visit.
 */
export function visitCookies({ config, secret, clock }: Pick<Services, 'config' | 'secret' | 'clock'>) {
  const cookieOf = (state: string) => hostCookie(config.appUrl, `${plainName}-${state.slice(0, 12)}`)
  const { name: prefix } = hostCookie(config.appUrl, plainName)

  /** Returns null if the visit has ended, or if the value was not made by this site. */
  function open(value: string | undefined): Visit | null {
    const plain = unseal(Buffer.from(value ?? '', 'base64url'), secret, sealedAs)
    const visit = plain && (JSON.parse(plain.toString()) as Visit)
    return visit && addMs(new Date(visit.startedAt), visitLifeMs) > clock.now() ? visit : null
  }

  return {
    /** If the result is null, do not clear a cookie: another website that opens the callback must not end the visit. */
    read(request: Pick<IncomingMessage, 'headers'>, query: string): Visit | null {
      const [state = '', ...others] = new URLSearchParams(query).getAll('state')
      const visit = open(cookieOf(state).read(request))
      return state === visit?.state && others.length === 0 ? visit : null
    },
    /** The cookies of the oldest visits are removed, because many cookies would make each request of the browser too large. */
    set(reply: FastifyReply, visit: Visit): void {
      const startedAt = (value = '') => open(value)?.startedAt ?? 0
      const earlier = Object.entries(parseCookie(reply.request.headers.cookie ?? ''))
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, value]) => ({ name, startedAt: startedAt(value) }))
        .sort((one, other) => other.startedAt - one.startedAt)
      for (const { name } of earlier.slice(maxVisits - 1))
        hostCookie(config.appUrl, name.slice(prefix.length - plainName.length)).set(reply, '', 0)
      const sealed = seal(Buffer.from(JSON.stringify(visit)), secret, sealedAs)
      cookieOf(visit.state).set(reply, sealed.toString('base64url'), visitLifeMs / 1000)
    },
    clear(reply: FastifyReply, { state }: Visit): void {
      cookieOf(state).set(reply, '', 0)
    },
  }
}
