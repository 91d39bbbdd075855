import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { hostCookie } from './session-cookie.ts'
import { signUpLifeMs } from './sign-ups.ts'
import { newToken } from './tokens.ts'

const canBeToken = /^[\w-]{43}$/

/** Shows that a browser has signed somebody up: the link of that sign-up verifies by itself there. */
export function signUpCookie(appUrl: string) {
  const cookie = hostCookie(appUrl, 'grouplight-sign-up')
  const read = (request: Pick<IncomingMessage, 'headers'>) => {
    const token = cookie.read(request) ?? ''
    return canBeToken.test(token) ? token : null
  }
  return {
    read,
    /** Names the browser. One that has a name keeps it, so that several sign-ups are all its own. */
    give(reply: FastifyReply): string {
      const token = read(reply.request) ?? newToken()
      cookie.send(reply, token, signUpLifeMs / 1000)
      return token
    },
  }
}

export type SignUpCookie = ReturnType<typeof signUpCookie>
