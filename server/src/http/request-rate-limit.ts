import { setTimeout as wait } from 'node:timers/promises'
import { requestRateRetrySeconds } from '@grouplight/contract/problem.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#problem.ts'
import { networkOf } from './network-address.ts'

// After this time without requests, a client has its full allowance again.
const usualRefillSeconds = 10

declare module 'fastify' {
  interface FastifyRequest {
    charged: string | null
  }
}

/** `session` is the id of a session or the hash of a key. It is not checked yet. `ip` returns the client's network. */
export type Client = { session: string | null; ip(): string }

/** A leaky bucket (the algorithm GCRA) for each client. Guests and invalid sessions share the bucket of their network. */
export class RequestRateLimiter {
  readonly #intervalMs: number
  readonly #refillMs: number
  readonly #now: () => number
  readonly #spentUntil = new Map<string, number>()
  #sweptAt = 0

  constructor(perSecond: number, { refillSeconds = usualRefillSeconds, now = () => performance.now() } = {}) {
    this.#intervalMs = 1000 / perSecond
    this.#refillMs = refillSeconds * 1000
    this.#now = now
  }

  /** Counts a request. Returns the session or network for which it was counted, or null if the allowance is used up. */
  charge({ session, ip }: Client): string | null {
    return this.#take(session !== null && this.#spentUntil.has(session) ? session : ip())
  }

  /** Corrects the count if `charge` has counted a request for the wrong client. `charged` is the result of `charge`. */
  settle(charged: string, { session, ip }: Client, isSessionValid: boolean): void {
    const isRight = isSessionValid ? charged === session : charged !== session
    if (isRight) return
    this.#spend(charged, -this.#intervalMs)
    this.#spend(isSessionValid && session !== null ? session : ip(), this.#intervalMs)
  }

  /** Counts anything, for example a live message. Returns false if the allowance of the client is used up. */
  grants(client: string): boolean {
    return this.#take(client) !== null
  }

  #take(key: string): string | null {
    const now = this.#now()
    // Without subtracting half an interval, the refill during a burst of requests would allow one more request.
    const mostMs = this.#refillMs - this.#intervalMs / 2
    if ((this.#spentUntil.get(key) ?? 0) - now >= mostMs) return null
    this.#spend(key, this.#intervalMs, now)
    return key
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
      done(Problem.because('too-many-requests.requests', { retryAfterSeconds: requestRateRetrySeconds }))
    })
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    const { charged, userId } = request
    // If sending this response fails, the hook runs again for the error.
    request.charged = null
    if (charged !== null) limiter.settle(charged, clientOf(request), userId !== null)
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
