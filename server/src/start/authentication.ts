import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireConfirmation } from '#features/account/confirmation.ts'
import type { SessionCookie } from '#features/account/session-cookie.ts'
import { findCaller, renewSession, sessionIdOf } from '#features/account/sessions.ts'
import { hourMs } from '#platform/clock.ts'
import type { AnyCaller, Authentication } from '#platform/http/endpoint-route.ts'
import { consumeOrRefuse } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import { RecentMap } from '#platform/recent-map.ts'
import type { Caller, Services } from '#services.ts'
import { createKeyAuthentication, hasKey } from './key-authentication.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of a session that may be unknown or expired. Null without a token, with a key, or if the route ignores sessions. */
    session: string | null
    /** The user of the session or key. Null before the request is authenticated, and if it has no valid session or key. */
    userId: string | null
  }
}

const maxCachedTokens = 10_000
const maxOperatorChangesPerHour = 60

export function createAuthentication(
  app: FastifyInstance,
  services: Services,
  cookie: SessionCookie,
): Authentication<Caller> & { sessionOf(request: Pick<IncomingMessage, 'headers'>): string | null } {
  // Recent hashes are cached, so that a token is not hashed again for each request.
  const hashes = new RecentMap<string, string>(maxCachedTokens)
  const callers = new WeakMap<FastifyRequest, Caller | null>()
  const sessionOf = (request: Pick<IncomingMessage, 'headers'>) => {
    if (hasKey(request)) return null
    const token = cookie.read(request)
    if (!token) return null
    const known = hashes.get(token)
    if (known !== undefined) return known
    const session = sessionIdOf(services.secret, token)
    hashes.set(token, session)
    return session
  }
  app.decorateRequest('session', null)
  app.decorateRequest('userId', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.session = request.routeOptions.config.ignoresSession ? null : sessionOf(request)
    done()
  })

  const identify = async (request: FastifyRequest, reply: FastifyReply, caller: AnyCaller | null) => {
    request.userId = caller?.userId ?? null
    if (caller?.needsRenewal && (await renewSession(services, request.session ?? '')))
      cookie.set(reply, cookie.read(request) ?? '')
  }
  return {
    sessionOf,
    identify,
    authenticateKey: createKeyAuthentication(app, services),
    async authorizeOperator(request, reply, isChange) {
      const caller = await findCaller(services, request.session)
      // Nobody else's session is renewed, because the answer must be the same as that of an unknown path.
      if (!caller?.isOperator) throw new Problem('not-found')
      await identify(request, reply, caller)
      callers.set(request, caller)
      if (isChange) await requireConfirmation(services, caller)
    },
    async countOperatorChange(operatorId) {
      const limit = { key: `operator:${operatorId}`, most: maxOperatorChangesPerHour, windowMs: hourMs }
      await consumeOrRefuse(services, limit, 'too-many-requests.changes')
    },
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
