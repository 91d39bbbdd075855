import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { hostCookie } from './session-cookie.ts'
import { signUpLifeMs } from './sign-ups.ts'
import { newToken } from './tokens.ts'

const canBeToken = /^[\w-]{43}$/

/** Identifies the browser of a sign-up, in which a verification link may need no password: see `verify-email.ts`. */
export function signUpCookie(appUrl: string) {
  const cookie = hostCookie(appUrl, 'grouplight-sign-up')
  const read = (request: Pick<IncomingMessage, 'headers'>) => {
    const token = cookie.read(request) ?? ''
    return canBeToken.test(token) ? token : null
  }
  return {
    read,
    /** Also sets the cookie, so that later sign-ups in this browser have the same token. */
    readOrCreate(reply: FastifyReply): string {
      const token = read(reply.request) ?? newToken()
      cookie.set(reply, token, signUpLifeMs / 1000)
      return token
    },
  }
}
