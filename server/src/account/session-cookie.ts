import type { IncomingMessage } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply } from 'fastify'
import { sessionLifeMs } from './sessions.ts'

// A value that does not match is ignored, so that the cache of tokens stores no long values. A header may have 16 KiB.
const canBeToken = /^[\w-]{1,128}$/

/** A cookie that scripts cannot read. With https, the name has a prefix, so that browsers accept the cookie only from this host. */
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

/** Reads the session token from the cookie or the bearer token of a request, and sets or clears the cookie. */
export function sessionCookie(appUrl: string) {
  const cookie = hostCookie(appUrl, 'grouplight')
  const send = (reply: FastifyReply, value: string, maxAge: number) => {
    // Fastify would send two cookies, for example if the request renews the session and then ends it.
    reply.removeHeader('set-cookie')
    cookie.set(reply, value, maxAge)
  }
  return {
    /** Returns the token of a request, if it has one. A bearer token takes precedence over the cookie. */
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
