import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { dayMs } from '#platform/clock.ts'
import { hashToken, isSame, newToken } from '#platform/tokens.ts'
import { hostCookie } from './session-cookie.ts'

// The longest lifetime that browsers accept for a cookie.
const lifeMs = 400 * dayMs

/** The cookie marks a known browser. It does not sign the user in. */
export function knownBrowserCookie(appUrl: string, secret: string) {
  const cookie = hostCookie(appUrl, 'grouplight-device')
  const sign = (browserId: string, email: string) => hashToken(secret, `device ${browserId} ${email}`)

  function read(request: Pick<IncomingMessage, 'headers'>, email: string): string | null {
    const [browserId = '', signature = ''] = cookie.read(request)?.split('.') ?? []
    return isSame(Buffer.from(signature, 'base64url'), sign(browserId, email)) ? browserId : null
  }

  return {
    read,
    /** A browser whose cookie is valid for this address keeps its id, because its failed sign-ins are counted by the id. */
    set(reply: FastifyReply, email: string): void {
      const browserId = read(reply.request, email) ?? newToken()
      cookie.set(reply, `${browserId}.${sign(browserId, email).toString('base64url')}`, lifeMs / 1000)
    },
  }
}
