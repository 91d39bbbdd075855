import type { FastifyReply } from 'fastify'
import { hostCookie } from '../session-cookie.ts'
import { newToken } from '../tokens.ts'
import { challengeLifeMs } from './challenges.ts'

const canBeToken = /^[\w-]{43}$/

/** The cookie marks the browser that requested a challenge for using a passkey. No other browser can respond to the challenge. */
export function passkeyCookie(appUrl: string) {
  const cookie = hostCookie(appUrl, 'grouplight-passkey')
  const read = ({ request }: FastifyReply) => {
    const token = cookie.read(request) ?? ''
    return canBeToken.test(token) ? token : null
  }
  return {
    read,
    readOrCreate(reply: FastifyReply): string {
      const token = read(reply) ?? newToken()
      cookie.set(reply, token, challengeLifeMs / 1000)
      return token
    },
  }
}
