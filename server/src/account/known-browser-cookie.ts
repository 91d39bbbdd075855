import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { dayMs } from '#clock.ts'
import { hostCookie } from './session-cookie.ts'
import { hashToken, newToken } from './tokens.ts'

// The longest lifetime that browsers accept for a cookie.
const lifeMs = 400 * dayMs

/** The cookie does not authenticate the user. */
export function knownBrowserCookie(appUrl: string, secret: string) {
  const cookie = hostCookie(appUrl, 'grouplight-device')
  const sign = (browserId: string, email: string) => hashToken(secret, `device ${browserId} ${email}`)

  /** Returns the browser id, or null if the request has no cookie with a valid signature for this email address. */
  function read(request: Pick<IncomingMessage, 'headers'>, email: string): string | null {
    const [browserId = '', signature = ''] = cookie.read(request)?.split('.') ?? []
    const [shown, right] = [Buffer.from(signature, 'base64url'), sign(browserId, email)]
    return shown.length === right.length && timingSafeEqual(shown, right) ? browserId : null
  }

  return {
    read,
    /** A browser whose cookie is valid for this address keeps its id, by which its failed sign-ins are counted. */
    set(reply: FastifyReply, email: string): void {
      const browserId = read(reply.request, email) ?? newToken()
      cookie.set(reply, `${browserId}.${sign(browserId, email).toString('base64url')}`, lifeMs / 1000)
    },
  }
}
