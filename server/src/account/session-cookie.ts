import type { IncomingMessage } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply } from 'fastify'
import { sessionLifeMs } from './sessions.ts'

// Anything else is ignored, so that no long header is kept as somebody's token: a header has room for 16 KiB.
const canBeToken = /^[\w-]{1,128}$/

/** A cookie that scripts cannot read. With https, its prefix makes browsers accept it from this host only. */
export function hostCookie(appUrl: string, plainName: string) {
  const secure = appUrl.startsWith('https:')
  const name = secure ? `__Host-${plainName}` : plainName
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    read({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
      return headers.cookie ? parseCookie(headers.cookie)[name] : undefined
    },
    set(reply: FastifyReply, value: string, maxAge: number): void {
      reply.header('set-cookie', stringifySetCookie({ name, value, ...options, maxAge }))
    },
  }
}

/** Reads and writes the token of a session: in a cookie, or as a bearer token. */
export function sessionCookie(appUrl: string) {
  const cookie = hostCookie(appUrl, 'grouplight')
  const send = (reply: FastifyReply, value: string, maxAge: number) => {
    // The framework would send both, for example when a session ends that has just been renewed.
    reply.removeHeader('set-cookie')
    cookie.set(reply, value, maxAge)
  }
  return {
    /** The token of a request, if any. A bearer token has priority over the cookie. */
    read(request: Pick<IncomingMessage, 'headers'>): string | undefined {
      const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
      return [bearer, cookie.read(request)].find(token => token !== undefined && canBeToken.test(token))
    },
    set(reply: FastifyReply, token: string): void {
      send(reply, token, sessionLifeMs / 1000)
    },
    clear(reply: FastifyReply): void {
      send(reply, '', 0)
    },
  }
}

export type SessionCookie = ReturnType<typeof sessionCookie>
