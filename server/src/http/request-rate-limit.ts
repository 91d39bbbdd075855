import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#problem.ts'
import { networkOf } from './network-address.ts'

// In how many seconds a full allowance comes back.
const refillSeconds = 10

declare module 'fastify' {
  interface FastifyRequest {
    /** For whom the request was counted; null when it was not. */
    charged: string | null
  }
}

/**
 * Who asks, as far as can be told before the database is asked: a session, good or not, and an address of the network, which
 * is only found out where it is needed.
 */
export type Client = { session: string | null; ip(): string }

/**
 * How often each client may ask, as a leaky bucket that is one number (GCRA: the instant up to which its allowance is spent).
 * Counted in memory, because a flood that reached the database would have done its harm.
 *
 * Who shows a session that is known to be good counts for themselves. Guests, and those whose sessions turn out to be nobody's,
 * count together for each address: so nobody suffers from a neighbour's flood, and made-up sessions are no way out.
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

  /** Counts one more request, and answers for whom it was counted; null: there is no room for it, and it counts for nobody. */
  charge({ session, ip }: Client): string | null {
    return this.#take(session !== null && this.#spentUntil.has(session) ? session : ip())
  }

  /** Counts a request for somebody else once it is known whether its session is somebody's. */
  settle(charged: string, { session, ip }: Client, isSomebodys: boolean): void {
    const isRight = isSomebodys ? charged === session : charged !== session
    if (isRight) return
    this.#spend(charged, -this.#intervalMs)
    this.#spend(isSomebodys && session !== null ? session : ip(), this.#intervalMs)
  }

  /** Whether a session that is known to be good may ask once more; counts it. */
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
 * How long somebody is kept waiting for the refusal: or a flood would be answered as fast as it comes. Not everybody for the
 * same time, or they would all be back at once.
 */
export function beforeRefusing(): Promise<void> {
  return wait(500 + Math.random() * 1_000)
}

/**
 * Refuses clients that ask too often: 'too-many-requests', after a moment in which nothing more is read from them. A request
 * counts when it comes, so that hanging up saves nothing.
 */
export function rateLimitRequests(app: FastifyInstance, guard: RequestRateLimiter): void {
  app.decorateRequest('charged', null)
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isCounted(request)) return done()
    request.charged = guard.charge(clientOf(request))
    if (request.charged !== null) return done()
    const { socket } = request.raw
    socket.pause()
    void beforeRefusing().then(() => {
      socket.resume()
      done(Problem.because('too-many-requests.requests', { retryAfterSeconds: 1 }))
    })
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    const { charged, userId } = request
    // An answer that fails is followed by another one.
    request.charged = null
    if (charged !== null) guard.settle(charged, clientOf(request), userId !== null)
    done(null, payload)
  })
}

function clientOf(request: FastifyRequest): Client {
  return { session: request.session, ip: () => networkOf(request.ip) }
}

// Files are cheap, and a page brings many at once. However an address is written, its route is the same.
function isCounted(request: FastifyRequest): boolean {
  const url = request.routeOptions.url ?? request.url
  return url.startsWith('/api/') || url.startsWith('/functions/')
}
