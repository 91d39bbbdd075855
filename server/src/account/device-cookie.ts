import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { dayMs } from '#clock.ts'
import { hostCookie } from './session-cookie.ts'
import { hashToken, newToken } from './tokens.ts'

// Browsers keep no cookie for longer.
const lifeMs = 400 * dayMs

/**
 * Shows that a browser has signed in to an account, or reset its password, before. It signs nobody in: it only gives the browser
 * its own counter of failed sign-ins. Its value is a random name with a signature that is valid for one address only.
 */
export function deviceCookie(appUrl: string, secret: string) {
  const cookie = hostCookie(appUrl, 'grouplight-device')
  const checksumLine = (device: string, email: string) => hashToken(secret, `device ${device} ${email}`)

  /** The browser's name, if it is known for this address. */
  function read(request: Pick<IncomingMessage, 'headers'>, email: string): string | null {
    const [device = '', signature = ''] = cookie.read(request)?.split('.') ?? []
    const [shown, right] = [Buffer.from(signature, 'base64url'), checksumLine(device, email)]
    return shown.length === right.length && timingSafeEqual(shown, right) ? device : null
  }

  return {
    read,
    /** A known browser keeps its name, and so its counter. */
    set(reply: FastifyReply, email: string): void {
      const device = read(reply.request, email) ?? newToken()
      cookie.set(reply, `${device}.${checksumLine(device, email).toString('base64url')}`, lifeMs / 1000)
    },
  }
}

export type DeviceCookie = ReturnType<typeof deviceCookie>
