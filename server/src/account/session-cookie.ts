import type { IncomingMessage } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply } from 'fastify'
import { sessionLifeMs } from './sessions.ts'

// Under https the prefix makes browsers refuse the cookie from anywhere but this very host.
const nameFor = (secure: boolean) => (secure ? '__Host-grouplight' : 'grouplight')

// What cannot be one is not even remembered as somebody's guess: a header has room for 16 KiB.
const canBeToken = /^[\w-]{1,128}$/

/** How a session travels: in a cookie that scripts cannot read, or as a bearer token. */
export function sessionCookie(appUrl: string) {
  const secure = appUrl.startsWith('https:')
  const name = nameFor(secure)
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  const send = (reply: FastifyReply, value: string, maxAge: number) => {
    // Of two, as when a session that has just been prolonged ends, the framework would send both.
    reply.removeHeader('set-cookie')
    reply.header('set-cookie', stringifySetCookie({ name, value, ...options, maxAge }))
  }
  return {
    /** The token that a request shows, if any. A bearer token counts before the cookie. */
    read({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
      const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
      const kept = headers.cookie ? parseCookie(headers.cookie)[name] : undefined
      return [bearer, kept].find(token => token !== undefined && canBeToken.test(token))
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
