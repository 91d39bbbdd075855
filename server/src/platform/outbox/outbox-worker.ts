import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { addMs, type Clock, secondMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { every, type Schedule } from '#platform/jobs/every.ts'
import type { Channel, Claimed, Lane } from './channel.ts'
import { FairSlots } from './fair-slots.ts'

type Options = { database: Database; clock: Clock; log: Logger }

// Another process may store an item in the meantime.
const longestPauseMs = 30 * secondMs
const shortestPauseMs = secondMs / 2

export type Worker = Pick<OutboxWorker, 'start' | 'wake' | 'stop'>

/** Delivers the items of a channel. After a crash, an item may be delivered twice. */
export class OutboxWorker<Item extends Claimed = Claimed> {
  readonly #channel: Channel<Item>
  readonly #options: Options
  readonly #lanes: { claim: Lane<Item>['claim']; slots: FairSlots }[]
  readonly #schedule: Schedule
  readonly #inFlight = new Set<Promise<void>>()
  #isStarted = false
  /** Whether the last run has left due items, for example because their owners had no free slot. */
  #hasLeft = false
  /** Whether an attempt since the start of the last run has made room for such items. */
  #hasMadeRoom = false

  constructor(channel: Channel<Item>, options: Options) {
    this.#channel = channel
    this.#options = options
    this.#lanes = channel.lanes.map(({ claim, limits }) => ({ claim, slots: new FairSlots(limits) }))
    this.#schedule = every(
      () => this.#pauseMs(),
      () => this.#deliverDue(),
      { first: 'on-demand', onError: error => this.#warn(error, 'claim') },
    )
  }

  /** Without this call, the worker delivers nothing. */
  async start(): Promise<void> {
    await this.#channel.start?.()
    this.#isStarted = true
    this.wake()
  }

  wake(): void {
    if (this.#isStarted) this.#schedule.runNow()
  }

  /** Resolves when the attempts in progress have ended. */
  async stop(): Promise<void> {
    await this.#schedule.stop()
    await Promise.all(this.#inFlight)
    await this.#channel.close?.()
  }

  async #deliverDue(): Promise<void> {
    this.#hasMadeRoom = false
    for (const { claim, slots } of this.#lanes) {
      const { room } = slots
      if (room <= 0) continue
      const now = this.#options.clock.now()
      const leasedUntil = addMs(now, this.#channel.leaseMs)
      const claimed = await claim(slots, { now, until: leasedUntil })
      for (const item of claimed) {
        this.#attempt({ ...item, leasedUntil } as Item, slots)
        // Between two items, the server can handle requests.
        await turn()
      }
      // There may be more items of owners with a free slot.
      if (claimed.length === room) this.wake()
    }
  }

  #attempt(item: Item, slots: FairSlots): void {
    const attempt = slots
      .run(item.owner, async () => {
        const { hasResponded, nextAttemptAt } = await this.#channel.deliver(item)
        // The next attempt may be due before the pause ends.
        if (nextAttemptAt) this.wake()
        return hasResponded
      })
      .catch(error => this.#warn(error, 'settle'))
      .finally(() => {
        this.#inFlight.delete(attempt)
        if (!slots.hasRoomFor(item.owner)) return
        this.#hasMadeRoom = true
        if (this.#hasLeft) this.wake()
      })
    this.#inFlight.add(attempt)
  }

  async #pauseMs(): Promise<number> {
    const { database, clock } = this.#options
    const [next] = await database
      .select({ at: sql<string | null>`min(next_attempt_at)` })
      .from(this.#channel.waiting)
      .catch(() => [])
    const waitMs = next?.at ? new Date(next.at).getTime() - clock.now().getTime() : longestPauseMs
    this.#hasLeft = waitMs <= 0
    if (this.#hasLeft && this.#hasMadeRoom) return 0
    return Math.min(longestPauseMs, Math.max(shortestPauseMs, waitMs))
  }

  #warn(error: unknown, what: 'claim' | 'settle'): void {
    this.#options.log.warn({ error }, `the ${this.#channel.name} worker could not ${what} what is due`)
  }
}
