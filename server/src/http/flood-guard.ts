import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#problem.ts'
import { networkOf } from './network-address.ts'

// In how many seconds a full allowance comes back.
const refillSeconds = 10

/** Who asks, as far as can be told before the database is asked: a session, good or not, and an address of the network. */
export type Client = { session: string | null; ip: string }

/**
 * How often each client may ask, as a leaky bucket that is one number (GCRA: the instant up to which its allowance is spent).
 * Counted in memory, because a flood that reached the database would have done its harm.
 *
 * Who shows a session that is known to be good counts for themselves. Guests, and those whose sessions turn out to be nobody's,
 * count together for each address: so nobody suffers from a neighbour's flood, and made-up sessions are no way out.
 */
export class FloodGuard {
  readonly #intervalMs: number
  readonly #now: () => number
  readonly #spentUntil = new Map<string, number>()
  #sweptAt = 0

  constructor(perSecond: number, now: () => number = () => performance.now()) {
    this.#intervalMs = 1000 / perSecond
    this.#now = now
  }

  /** Whether the client may ask once more. */
  admits({ session, ip }: Client): boolean {
    const key = session !== null && this.#spentUntil.has(session) ? session : ip
    return (this.#spentUntil.get(key) ?? 0) - this.#now() < refillSeconds * 1000
  }

  /** Whether a session that is known to be good may ask once more; counts it. */
  grants(session: string): boolean {
    const client = { session, ip: '' }
    const isGranted = this.admits(client)
    if (isGranted) this.count(client, true)
    return isGranted
  }

  /** Counts a request, once it is known whether its session is somebody's. */
  count({ session, ip }: Client, isSomebodys: boolean): void {
    const key = session !== null && isSomebodys ? session : ip
    const now = this.#now()
    this.#spentUntil.set(key, Math.max(now, this.#spentUntil.get(key) ?? 0) + this.#intervalMs)
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

/** Refuses clients that ask too often: 'too-many-requests', after a moment in which nothing more is read from them. */
export function shedFloods(app: FastifyInstance, guard: FloodGuard): void {
  const admitted = new WeakSet<FastifyRequest>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isCounted(request)) return done()
    if (guard.admits(clientOf(request))) {
      admitted.add(request)
      return done()
    }
    const { socket } = request.raw
    socket.pause()
    void beforeRefusing().then(() => {
      socket.resume()
      done(
        new Problem('too-many-requests', 'Too many requests. Please try again in a moment.', {
          retryAfterSeconds: 1,
        }),
      )
    })
  })
  app.addHook('onResponse', (request, _reply, done) => {
    if (admitted.has(request)) guard.count(clientOf(request), request.personId !== null)
    done()
  })
}

function clientOf({ session, ip }: FastifyRequest): Client {
  return { session, ip: networkOf(ip) }
}

// Files are cheap, and a page brings many at once. However an address is written, its route is the same.
function isCounted(request: FastifyRequest): boolean {
  const url = request.routeOptions.url ?? request.url
  return url.startsWith('/api/') || url.startsWith('/functions/')
}
