import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Authentication, Identity } from '#http/endpoint-route.ts'
import type { Services } from '#services.ts'
import type { SessionCookie } from './session-cookie.ts'
import { type Caller, findCaller, prolongSession, sessionOf } from './sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session that the request shows, good or not; null when it shows none. */
    session: string | null
    /** Whose session it turned out to be; null while nobody has looked, and when it is nobody's. */
    userId: string | null
  }
}

const rememberedTokens = 10_000

/** How the server knows who sent a request: by the session that the request shows. */
export function createAuthentication(
  app: FastifyInstance,
  services: Services,
  cookie: SessionCookie,
): Authentication<Caller> & { shownBy(request: Pick<IncomingMessage, 'headers'>): string | null } {
  // The same tokens come again and again, and hashing one takes as long as all the rest that is done before a route.
  const hashes = new Map<string, string>()
  const callers = new WeakMap<FastifyRequest, Caller | null>()
  const shownBy = (request: Pick<IncomingMessage, 'headers'>) => {
    const token = cookie.read(request)
    if (!token) return null
    const known = hashes.get(token)
    if (known !== undefined) return known
    const session = sessionOf(services.secret, token)
    if (hashes.size >= rememberedTokens) hashes.clear()
    hashes.set(token, session)
    return session
  }
  app.decorateRequest('session', null)
  app.decorateRequest('userId', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.session = shownBy(request)
    done()
  })

  const identify = async (request: FastifyRequest, reply: FastifyReply, identity: Identity | null) => {
    request.userId = identity?.userId ?? null
    if (identity?.needsRenewal && (await prolongSession(services, request.session ?? '')))
      cookie.set(reply, cookie.read(request) ?? '')
  }
  return {
    shownBy,
    identify,
    async authenticate(request, reply) {
      const known = callers.get(request)
      if (known !== undefined) return known
      const caller = await findCaller(services, request.session)
      await identify(request, reply, caller)
      callers.set(request, caller)
      return caller
    },
  }
}
