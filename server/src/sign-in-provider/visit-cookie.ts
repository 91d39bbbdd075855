import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { hostCookie } from '#account/session-cookie.ts'
import { addMs, minuteMs } from '#clock.ts'
import { seal, unseal } from '#seal.ts'
import type { Services } from '#services.ts'

export type VisitPurpose = 'sign-in' | 'link' | 'confirm'

/** A visit of the browser to the provider, from the start to the callback. */
export type Visit = {
  purpose: VisitPurpose
  state: string
  nonce: string
  /** The secret of PKCE. Without it, nobody can redeem a code that was issued for this visit. */
  verifier: string
  /** In ms since 1970. */
  startedAt: number
  /** The session in which the visit was started. Null for a guest. */
  session: string | null
  /** The code of an invite link. */
  inviteLink?: string
}

export const visitLifeMs = 10 * minuteMs
const sealedAs = 'A visit to the provider'

export function newVisit(
  { clock }: Pick<Services, 'clock'>,
  started: Pick<Visit, 'purpose' | 'session' | 'inviteLink'>,
): Visit {
  const random = () => randomBytes(32).toString('base64url')
  return {
    ...started,
    state: random(),
    nonce: random(),
    verifier: random(),
    startedAt: clock.now().getTime(),
  }
}

/** The cookie is sealed, so neither the browser nor another website can choose what a visit contains. */
export function visitCookie({ config, secret, clock }: Pick<Services, 'config' | 'secret' | 'clock'>) {
  const cookie = hostCookie(config.appUrl, 'grouplight-visit')
  return {
    /**
     * Returns null if the browser has not started the visit to which the query belongs, or has started it too long ago. Any page
     * can open the callback, so a query that does not belong to the visit must not end it.
     */
    read(request: Pick<IncomingMessage, 'headers'>, query: string): Visit | null {
      const plain = unseal(Buffer.from(cookie.read(request) ?? '', 'base64url'), secret, sealedAs)
      if (!plain) return null
      const visit = JSON.parse(plain.toString()) as Visit
      const [state, ...others] = new URLSearchParams(query).getAll('state')
      if (state !== visit.state || others.length > 0) return null
      return addMs(new Date(visit.startedAt), visitLifeMs) > clock.now() ? visit : null
    },
    set(reply: FastifyReply, visit: Visit): void {
      const sealed = seal(Buffer.from(JSON.stringify(visit)), secret, sealedAs)
      cookie.set(reply, sealed.toString('base64url'), visitLifeMs / 1000)
    },
    clear(reply: FastifyReply): void {
      cookie.set(reply, '', 0)
    },
  }
}
