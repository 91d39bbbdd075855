import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#services.ts'
import type { SessionCookie } from './session-cookie.ts'
import { type Caller, findCaller, sessionOf } from './sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session that the request shows, good or not; null when it shows none. */
    session: string | null
    /** Whose session it turned out to be; null while nobody has looked, and when it is nobody's. */
    userId: string | null
  }
}

const rememberedTokens = 10_000

/** How requests and live connections are known: by the session they show, and by whom that stands for. */
export function createAuthentication(app: FastifyInstance, services: Services, cookie: SessionCookie) {
  // The same tokens come again and again, and hashing one takes as long as all the rest that is done before a route.
  const hashes = new Map<string, string>()
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

  return {
    shownBy,

    /** Asks the database who it is, and prolongs the session when it is time. */
    async authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Caller | null> {
      const caller = await findCaller(services, request.session)
      request.userId = caller?.userId ?? null
      if (caller?.renewed) cookie.set(reply, cookie.read(request) ?? '')
      return caller
    },
  }
}
