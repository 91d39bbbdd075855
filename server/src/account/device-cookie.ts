import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { dayMs } from '#clock.ts'
import { hostCookie } from './session-cookie.ts'
import { hashToken, newToken } from './tokens.ts'

// As long as browsers keep a cookie at most.
const lifeMs = 400 * dayMs

/**
 * Shows that a browser has signed in to an account, or reset its password, before. It opens nothing: it only gives the browser
 * its own counter of failed sign-ins. It is a random name and its seal, which holds for one address alone.
 */
export function deviceCookie(appUrl: string, secret: string) {
  const cookie = hostCookie(appUrl, 'grouplight-device')
  const checksumLine = (device: string, email: string) => hashToken(secret, `device ${device} ${email}`)

  /** The browser's name, if it is known for this address. */
  function read(request: Pick<IncomingMessage, 'headers'>, email: string): string | null {
    const [device = '', seal = ''] = cookie.read(request)?.split('.') ?? []
    const [shown, right] = [Buffer.from(seal, 'base64url'), checksumLine(device, email)]
    return shown.length === right.length && timingSafeEqual(shown, right) ? device : null
  }

  return {
    read,
    /** A browser that is known keeps its name, and so its counter. */
    give(reply: FastifyReply, email: string): void {
      const device = read(reply.request, email) ?? newToken()
      cookie.send(reply, `${device}.${checksumLine(device, email).toString('base64url')}`, lifeMs / 1000)
    },
  }
}

export type DeviceCookie = ReturnType<typeof deviceCookie>
