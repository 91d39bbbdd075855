import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { hostCookie } from '#account/session-cookie.ts'
import { addMs, minuteMs } from '#clock.ts'
import { seal, unseal } from '#seal.ts'
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
  /** The code of the invite link that the user opened before the visit. */
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

/** The cookie is encrypted and authenticated, so that neither a user nor another website can choose the content of a visit. */
export function visitCookie({ config, secret, clock }: Pick<Services, 'config' | 'secret' | 'clock'>) {
  const cookie = hostCookie(config.appUrl, 'grouplight-visit')
  return {
    /** If the result is null, do not clear the cookie: another website that opens the callback must not end the visit. */
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
