import type { FastifyReply } from 'fastify'
import { hostCookie } from '../session-cookie.ts'
import { newToken } from '../tokens.ts'
import { challengeLifeMs } from './challenges.ts'

const canBeToken = /^[\w-]{43}$/

/** Returns functions for the cookie that ties the challenges of sign-ins to a browser. All pages of the browser share it. */
export function passkeyCookie(appUrl: string) {
  const cookie = hostCookie(appUrl, 'grouplight-passkey')
  const read = ({ request }: FastifyReply) => {
    const token = cookie.read(request) ?? ''
    return canBeToken.test(token) ? token : null
  }
  return {
    read,
    /** Returns the browser's token, and sets the cookie for as long as a new challenge is valid. */
    readOrCreate(reply: FastifyReply): string {
      const token = read(reply) ?? newToken()
      cookie.set(reply, token, challengeLifeMs / 1000)
      return token
    },
  }
}
