import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { hostCookie } from './session-cookie.ts'
import { signUpLifeMs } from './sign-ups.ts'
import { newToken } from './tokens.ts'

const canBeToken = /^[\w-]{43}$/

/** A cookie that proves that a sign-up was made in this browser. In this browser, the link of the sign-up needs no password. */
export function signUpCookie(appUrl: string) {
  const cookie = hostCookie(appUrl, 'grouplight-sign-up')
  const read = (request: Pick<IncomingMessage, 'headers'>) => {
    const token = cookie.read(request) ?? ''
    return canBeToken.test(token) ? token : null
  }
  return {
    read,
    /** Returns the browser's token, or a new token. Several sign-ups in one browser have the same token. */
    readOrSet(reply: FastifyReply): string {
      const token = read(reply.request) ?? newToken()
      cookie.set(reply, token, signUpLifeMs / 1000)
      return token
    },
  }
}
