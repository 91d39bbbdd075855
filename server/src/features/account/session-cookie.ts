import type { IncomingMessage } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply } from 'fastify'
import { newToken } from '#platform/tokens.ts'
import { sessionLifeMs } from './sessions.ts'

// The maximum length protects the memory, because `app/authentication.ts` caches the values.
const canBeToken = /^[\w-]{1,128}$/

/** With https, the name gets the prefix `__Host-`, so that no subdomain can set the cookie. `maxAge` is in seconds. */
export function hostCookie(appUrl: string, plainName: string) {
  const secure = appUrl.startsWith('https:')
  const name = secure ? `__Host-${plainName}` : plainName
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    name,
    read({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
      return headers.cookie ? parseCookie(headers.cookie)[name] : undefined
    },
    set(reply: FastifyReply, value: string, maxAge: number): void {
      reply.header('set-cookie', stringifySetCookie({ name, value, ...options, maxAge }))
    },
  }
}

const isBrowserToken = /^[\w-]{43}$/

/** A cookie with a random token that marks the browser, for example that of a sign-up. */
export function browserCookie(appUrl: string, name: string, lifeMs: number) {
  const cookie = hostCookie(appUrl, name)
  const read = (request: Pick<IncomingMessage, 'headers'>) => {
    const token = cookie.read(request) ?? ''
    return isBrowserToken.test(token) ? token : null
  }
  return {
    read,
    readOrCreate(reply: FastifyReply): string {
      const token = read(reply.request) ?? newToken()
      cookie.set(reply, token, lifeMs / 1000)
      return token
    },
  }
}

export function bearerOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
}

export function sessionCookie(appUrl: string) {
  const cookie = hostCookie(appUrl, 'grouplight')
  const send = (reply: FastifyReply, value: string, maxAge: number) => {
    // Without this line, Fastify would send two cookies if a request renews the session and then ends it.
    reply.removeHeader('set-cookie')
    cookie.set(reply, value, maxAge)
  }
  return {
    name: cookie.name,
    /** Ignores values that cannot be the token of a session. A bearer token has precedence over the cookie. */
    read(request: Pick<IncomingMessage, 'headers'>): string | undefined {
      return [bearerOf(request), cookie.read(request)].find(
        token => token !== undefined && canBeToken.test(token),
      )
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
