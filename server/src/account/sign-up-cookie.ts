import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { hostCookie } from './session-cookie.ts'
import { signUpLifeMs } from './sign-ups.ts'
import { newToken } from './tokens.ts'

const canBeToken = /^[\w-]{43}$/

/** The cookie identifies the browser of a sign-up. A verification link that is opened in this browser may need no password. */
export function signUpCookie(appUrl: string) {
  const cookie = hostCookie(appUrl, 'grouplight-sign-up')
  const read = (request: Pick<IncomingMessage, 'headers'>) => {
    const token = cookie.read(request) ?? ''
    return canBeToken.test(token) ? token : null
  }
  return {
    read,
    readOrCreate(reply: FastifyReply): string {
      const token = read(reply.request) ?? newToken()
      cookie.set(reply, token, signUpLifeMs / 1000)
      return token
    },
  }
}
