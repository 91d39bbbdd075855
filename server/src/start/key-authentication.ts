import type { IncomingMessage } from 'node:http'
import type { KeyUse } from '@grouplight/contract/endpoint.ts'
import { keyRequestsPerMinute } from '@grouplight/contract/key.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerOf } from '#features/account/session-cookie.ts'
import { groupNotFound } from '#features/group/membership.ts'
import { findKey, recordKeyUse } from '#features/key/find-key.ts'
import { isKeyToken, isWellFormed } from '#features/key/key-token.ts'
import { countWrongKey, invalidKey } from '#features/key/wrong-keys.ts'
import { minuteMs } from '#platform/clock.ts'
import { type Authentication, notForKeys } from '#platform/http/endpoint-route.ts'
import { createMemoryLimit } from '#platform/limits/memory-limit.ts'
import { networkOf } from '#platform/network/network-address.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken } from '#platform/tokens.ts'
import type { Services } from '#services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Null if the request has no key. `hash` is a hash of the token in hexadecimal digits, or null if the token is malformed. The
     * token may be unknown.
     */
    key: { hash: string | null } | null
  }
  interface FastifyContextConfig {
    /** The route accepts only keys that are allowed to do this. If undefined, the route accepts no keys. */
    keys?: KeyUse | undefined
  }
}

/** Returns whether a request has a key. Such a request is never treated as a request of a session, even if it also has a cookie. */
export function hasKey(request: Pick<IncomingMessage, 'headers'>): boolean {
  return isKeyToken(bearerOf(request) ?? '')
}

export function createKeyAuthentication(
  app: FastifyInstance,
  services: Services,
): Authentication<never>['authenticateKey'] {
  app.decorateRequest('key', null)
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasKey(request)) request.key = { hash: hashOf(services, bearerOf(request) ?? '') }
    done()
  })
  return async (request, use) => {
    const hash = request.key?.hash
    if (!hash) throw invalidKey()
    const caller = await findKey(services, hash)
    if (!caller) {
      await countWrongKey(services, networkOf(request.ip))
      throw invalidKey()
    }
    request.userId = caller.userId
    const isAllowed = { see: true, switch: caller.maySwitch, ask: caller.mayAsk }[use]
    if (!isAllowed) throw notForKeys()
    const { groupId } = request.params as { groupId?: string }
    if (groupId !== undefined && caller.groupIds?.includes(groupId) === false) throw groupNotFound()
    await recordKeyUse(services, caller)
    return { ...caller, needsRenewal: false }
  }
}

/**
 * Limits the requests of each key. Refuses malformed keys, and refuses every key on a route of the API that accepts no keys. Does
 * not read the database. Must be called after `rateLimitRequests`, which then also counts the requests that are refused here.
 */
export function refuseUnusableKeys(app: FastifyInstance, { clock }: Pick<Services, 'clock'>): void {
  const count = createMemoryLimit(clock, { most: keyRequestsPerMinute, windowMs: minuteMs })
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.key || !isOfApi(request)) return done()
    const { hash } = request.key
    if (!request.routeOptions.config.keys) return done(notForKeys())
    if (hash === null) return done(invalidKey())
    const retryAfterSeconds = count(hash)
    if (retryAfterSeconds === null) return done()
    done(new Problem('too-many-requests.requests', { retryAfterSeconds }))
  })
}

/** Routes outside the API, and those of operators, ignore keys. Examples are the pages and `/metrics`, whose own token may look like a key. */
function isOfApi({ is404, routeOptions }: FastifyRequest): boolean {
  return !is404 && !routeOptions.config.isHidden && /^\/(api|functions)\//.test(routeOptions.url ?? '')
}

function hashOf({ secret }: Pick<Services, 'secret'>, token: string): string | null {
  return isWellFormed(token) ? hashToken(secret, token).toString('hex') : null
}
