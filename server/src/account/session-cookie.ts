import type { IncomingMessage } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply } from 'fastify'
import { sessionLifeMs } from './sessions.ts'

// What cannot be one is not even remembered as somebody's guess: a header has room for 16 KiB.
const canBeToken = /^[\w-]{1,128}$/

/** A cookie for this host alone that scripts cannot read: under https its prefix makes browsers refuse it from anywhere else. */
export function hostCookie(appUrl: string, plainName: string) {
  const secure = appUrl.startsWith('https:')
  const name = secure ? `__Host-${plainName}` : plainName
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    read({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
      return headers.cookie ? parseCookie(headers.cookie)[name] : undefined
    },
    send(reply: FastifyReply, value: string, maxAge: number): void {
      reply.header('set-cookie', stringifySetCookie({ name, value, ...options, maxAge }))
    },
  }
}

/** How a session travels: in a cookie that scripts cannot read, or as a bearer token. */
export function sessionCookie(appUrl: string) {
  const cookie = hostCookie(appUrl, 'grouplight')
  const send = (reply: FastifyReply, value: string, maxAge: number) => {
    // Of two, as when a session that has just been prolonged ends, the framework would send both.
    reply.removeHeader('set-cookie')
    cookie.send(reply, value, maxAge)
  }
  return {
    /** The token that a request shows, if any. A bearer token counts before the cookie. */
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
