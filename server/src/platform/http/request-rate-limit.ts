import { setTimeout as wait } from 'node:timers/promises'
import { requestRateRetrySeconds } from '@grouplight/contract/problem.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf, timesForWiderNetwork, widerKeyOf } from '#platform/network/network-address.ts'
import { Problem } from '#platform/problem.ts'
import { RecentMap } from '#platform/recent-map.ts'

// After this time without requests, a client has its full allowance again.
const usualRefillSeconds = 10
// The sessions and keys of these users are remembered. 50,000 take about 10 MiB.
const maxRemembered = 50_000
// An account has 50 sessions. Together they may do so many times what one may do.
const timesForUser = 5

declare module 'fastify' {
  interface FastifyRequest {
    charged: string | null
  }
}

/** `session` is the id of a session or the hash of a key. It is not checked yet. `ip` returns the client's network. */
export type Client = { session: string | null; ip(): string }

/**
 * A leaky bucket (the algorithm GCRA) for each client. Guests and invalid sessions share the bucket of their network. A session that was
 * valid before is not counted for its network, even if it was idle, because a flood of guests there must not refuse it. A user's sessions
 * and the networks of one owner also share a larger bucket.
 */
export class RequestRateLimiter {
  readonly #intervalMs: number
  readonly #refillMs: number
  readonly #now: () => number
  readonly #spentUntil = new Map<string, number>()
  /** The users of sessions and keys that were valid at their last request. */
  readonly #userOf = new RecentMap<string, string>(maxRemembered)
  #sweptAt = 0

  constructor(perSecond: number, { refillSeconds = usualRefillSeconds, now = () => performance.now() } = {}) {
    this.#intervalMs = 1000 / perSecond
    this.#refillMs = refillSeconds * 1000
    this.#now = now
  }

  /** Counts a request. Returns the session or network for which it was counted, or null if the allowance is used up. */
  charge({ session, ip }: Client): string | null {
    const user = session === null ? undefined : this.#userOf.get(session)
    if (session === null || user === undefined) return this.#takeForNetwork(ip())
    return this.#isFull(userKey(user), timesForUser) ? null : this.#take(session)
  }

  /** Corrects the count if `charge` has counted a request for the wrong client. `charged` is the result of `charge`. */
  settle(charged: string, { session, ip }: Client, userId: string | null): void {
    if (session !== null && userId === null) this.#userOf.delete(session)
    if (session !== null && userId !== null) this.#userOf.set(session, userId)
    if (userId !== null) this.#spend(userKey(userId), this.#intervalMs / timesForUser)
    const isRight = userId !== null ? charged === session : charged !== session
    if (isRight) return
    this.#spend(charged, -this.#intervalMs)
    const wider = widerKeyOf(userId === null ? ip() : charged)
    if (wider !== null)
      this.#spend(wider, (userId === null ? 1 : -1) * (this.#intervalMs / timesForWiderNetwork))
    this.#spend(userId !== null && session !== null ? session : ip(), this.#intervalMs)
  }

  /** Counts anything, for example a live message. Returns false if the allowance of the client is used up. */
  grants(session: string): boolean {
    const user = this.#userOf.get(session)
    if (user === undefined) return this.#takeForNetwork(session) !== null
    if (this.#isFull(userKey(user), timesForUser) || this.#take(session) === null) return false
    this.#spend(userKey(user), this.#intervalMs / timesForUser)
    return true
  }

  #takeForNetwork(network: string): string | null {
    const wider = widerKeyOf(network)
    if (wider === null) return this.#take(network)
    if (this.#isFull(wider, timesForWiderNetwork) || this.#take(network) === null) return null
    this.#spend(wider, this.#intervalMs / timesForWiderNetwork)
    return network
  }

  #take(key: string): string | null {
    if (this.#isFull(key, 1)) return null
    this.#spend(key, this.#intervalMs)
    return key
  }

  #isFull(key: string, times: number): boolean {
    // Without subtracting half an interval, the refill during a burst of requests would allow one more request.
    const mostMs = this.#refillMs - this.#intervalMs / times / 2
    return (this.#spentUntil.get(key) ?? 0) - this.#now() >= mostMs
  }

  #spend(key: string, ms: number, now = this.#now()): void {
    this.#spentUntil.set(key, Math.max(now, this.#spentUntil.get(key) ?? 0) + ms)
    if (now - this.#sweptAt > this.#refillMs) this.#sweep(now)
  }

  #sweep(now: number): void {
    this.#sweptAt = now
    for (const [key, spentUntil] of this.#spentUntil) if (spentUntil < now) this.#spentUntil.delete(key)
  }
}

function userKey(userId: string): string {
  return `user ${userId}`
}

/** Waits for a random time, so that refused clients do not all send their next request at the same time. */
export function delayRefusal(): Promise<void> {
  return wait(500 + Math.random() * 1_000)
}

/** A request is counted on arrival, so a client gains nothing by disconnecting early. */
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
      done(new Problem('too-many-requests.requests', { retryAfterSeconds: requestRateRetrySeconds }))
    })
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    const { charged, userId } = request
    // If sending this response fails, the hook runs again for the error.
    request.charged = null
    if (charged !== null) limiter.settle(charged, clientOf(request), userId)
    done(null, payload)
  })
}

function clientOf(request: FastifyRequest): Client {
  return { session: request.session ?? request.key?.hash ?? null, ip: () => networkOf(request.ip) }
}

// Static files are not counted, because they are cheap and a page requests many of them. The route is checked instead of the path,
// because a path can be written in several ways.
function isCounted(request: FastifyRequest): boolean {
  const url = request.routeOptions.url ?? request.url
  return ['/api/', '/functions/', '/board/'].some(start => url.startsWith(start))
}
