import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#problem.ts'
import { networkOf } from './network-address.ts'

// Seconds until an empty allowance is full again.
const refillSeconds = 10

declare module 'fastify' {
  interface FastifyRequest {
    /** The session or address that the request was counted for. Null if it was not counted. */
    charged: string | null
  }
}

/**
 * What is known of a client before the database is read: the session that it names, whether valid or not, and its network
 * address. The address is computed only if needed.
 */
export type Client = { session: string | null; ip(): string }

/**
 * Limits how often each client may send requests. A leaky bucket, stored as one number (GCRA): the time until which the allowance
 * is used up. It is kept in memory, because a flood must not reach the database.
 *
 * A valid session is counted on its own. Guests and invalid sessions are counted together for each address. So a flood does not
 * affect other users, and invented sessions do not help.
 */
export class RequestRateLimiter {
  readonly #intervalMs: number
  readonly #now: () => number
  readonly #spentUntil = new Map<string, number>()
  #sweptAt = 0

  constructor(perSecond: number, now: () => number = () => performance.now()) {
    this.#intervalMs = 1000 / perSecond
    this.#now = now
  }

  /** Counts a request. Returns the session or address that it was counted for, or null if the allowance is used up. */
  charge({ session, ip }: Client): string | null {
    return this.#take(session !== null && this.#spentUntil.has(session) ? session : ip())
  }

  /** Moves the count to the session or the address once it is known whether the session is valid. */
  settle(charged: string, { session, ip }: Client, isSessionValid: boolean): void {
    const isRight = isSessionValid ? charged === session : charged !== session
    if (isRight) return
    this.#spend(charged, -this.#intervalMs)
    this.#spend(isSessionValid && session !== null ? session : ip(), this.#intervalMs)
  }

  /** Counts a request of a valid session. Returns whether it is still within the limit. */
  grants(session: string): boolean {
    return this.#take(session) !== null
  }

  #take(key: string): string | null {
    const now = this.#now()
    if ((this.#spentUntil.get(key) ?? 0) - now >= refillSeconds * 1000) return null
    this.#spend(key, this.#intervalMs, now)
    return key
  }

  #spend(key: string, ms: number, now = this.#now()): void {
    this.#spentUntil.set(key, Math.max(now, this.#spentUntil.get(key) ?? 0) + ms)
    if (now - this.#sweptAt > refillSeconds * 1000) this.#sweep(now)
  }

  #sweep(now: number): void {
    this.#sweptAt = now
    for (const [key, spentUntil] of this.#spentUntil) if (spentUntil < now) this.#spentUntil.delete(key)
  }
}

/**
 * Waits before a refusal, so that a flood is not answered as fast as it arrives. The time is random, so that the clients do not
 * all return at once.
 */
export function delayRefusal(): Promise<void> {
  return wait(500 + Math.random() * 1_000)
}

/**
 * Refuses clients that send too many requests with 'too-many-requests'. Reads nothing more from them during a short wait. A
 * request is counted when it arrives, so disconnecting early gains nothing.
 */
export function rateLimitRequests(app: FastifyInstance, limiter: RequestRateLimiter): void {
  app.decorateRequest('charged', null)
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isCounted(request)) return done()
    request.charged = limiter.charge(clientOf(request))
    if (request.charged !== null) return done()
    const { socket } = request.raw
    socket.pause()
    void delayRefusal().then(() => {
      socket.resume()
      done(Problem.because('too-many-requests.requests', { retryAfterSeconds: 1 }))
    })
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    const { charged, userId } = request
    // If this answer fails, the hook runs again for the error.
    request.charged = null
    if (charged !== null) limiter.settle(charged, clientOf(request), userId !== null)
    done(null, payload)
  })
}

function clientOf(request: FastifyRequest): Client {
  return { session: request.session, ip: () => networkOf(request.ip) }
}

// Static files are cheap, and a page requests many at once. All spellings of a path have the same route.
function isCounted(request: FastifyRequest): boolean {
  const url = request.routeOptions.url ?? request.url
  return url.startsWith('/api/') || url.startsWith('/functions/')
}
