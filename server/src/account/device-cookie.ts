import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { dayMs } from '#clock.ts'
import { hostCookie } from './session-cookie.ts'
import { hashToken, newToken } from './tokens.ts'

// The maximum lifetime that browsers allow for a cookie.
const lifeMs = 400 * dayMs

/**
 * A cookie that proves that the browser has signed in to an account or reset its password before. It does not authenticate the
 * user. It only gives the browser its own counter of failed sign-ins. Its value is a random device id and a signature, which is
 * valid for one email address.
 */
export function deviceCookie(appUrl: string, secret: string) {
  const cookie = hostCookie(appUrl, 'grouplight-device')
  const sign = (device: string, email: string) => hashToken(secret, `device ${device} ${email}`)

  /** Returns the device id. Returns null if the signature is not valid for this email address. */
  function read(request: Pick<IncomingMessage, 'headers'>, email: string): string | null {
    const [device = '', signature = ''] = cookie.read(request)?.split('.') ?? []
    const [shown, right] = [Buffer.from(signature, 'base64url'), sign(device, email)]
    return shown.length === right.length && timingSafeEqual(shown, right) ? device : null
  }

  return {
    read,
    /** Sets the cookie. A browser with a valid cookie keeps its device id, and so its counter. */
    set(reply: FastifyReply, email: string): void {
      const device = read(reply.request, email) ?? newToken()
      cookie.set(reply, `${device}.${sign(device, email).toString('base64url')}`, lifeMs / 1000)
    },
  }
}
