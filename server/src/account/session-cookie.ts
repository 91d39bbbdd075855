import type { IncomingMessage } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply } from 'fastify'
import { sessionLifeMs } from './sessions.ts'

// Under https the prefix makes browsers refuse the cookie from anywhere but this very host.
const nameFor = (secure: boolean) => (secure ? '__Host-grouplight' : 'grouplight')

/** How a session travels: in a cookie that scripts cannot read, or as a bearer token. */
export function sessionCookie(appUrl: string) {
  const secure = appUrl.startsWith('https:')
  const name = nameFor(secure)
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    /** The token that a request shows, if any. A bearer token counts before the cookie. */
    read({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
      const bearer = /^Bearer ([\w-]{1,128})$/i.exec(headers.authorization ?? '')?.[1]
      return bearer ?? (headers.cookie ? parseCookie(headers.cookie)[name] : undefined)
    },
    set(reply: FastifyReply, token: string): void {
      reply.header(
        'set-cookie',
        stringifySetCookie({ name, value: token, ...options, maxAge: sessionLifeMs / 1000 }),
      )
    },
    clear(reply: FastifyReply): void {
      reply.header('set-cookie', stringifySetCookie({ name, value: '', ...options, maxAge: 0 }))
    },
  }
}

export type SessionCookie = ReturnType<typeof sessionCookie>
