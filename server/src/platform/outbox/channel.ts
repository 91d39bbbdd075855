import type { SQL } from 'drizzle-orm'
import type { FairSlots, SlotLimits } from './fair-slots.ts'

/** An item that a worker has claimed: an email, a push, or a delivery to a hook. */
export type Claimed = {
  /** Who could hold up the item: for example the user of a hook, or a push service. */
  owner: string
  /** Includes the present attempt. */
  attempts: number
  leasedUntil: Date
}

/** The due items are taken until the time `until`. If a worker crashes, any worker can take its items after this time. */
export type Lease = { now: Date; until: Date }

export type Free = Pick<FairSlots, 'room' | 'busy' | 'full'>

/** Items of one lane never wait for items of another lane. */
export type Lane<Item extends Claimed> = {
  limits: SlotLimits
  /** Takes at most `room` items, without those of `full` owners. Prefers those of owners who are not `busy`. */
  claim(free: Free, lease: Lease): Promise<Omit<Item, 'leasedUntil'>[]>
}

export type Ending = {
  /** Whether the receiver has responded in time. */
  hasResponded: boolean
  /** Null or undefined if no further attempt is made. */
  nextAttemptAt?: Date | null
}

/** One kind of items that leave the server. Everything that all kinds have in common is in `OutboxWorker`. */
export type Channel<Item extends Claimed> = {
  /** How the log calls an item. */
  name: string
  leaseMs: number
  lanes: Lane<Item>[]
  /** What follows `from` in an SQL query for the `next_attempt_at` of the items that wait. */
  waiting: SQL
  start?(): Promise<void>
  /** Makes one attempt, and stores what becomes of the item. */
  deliver(item: Item): Promise<Ending>
  close?(): Promise<void>
}

/** The services that an operation needs to wake a worker after its commit. */
export type WorkerOf<Name extends string> = { workers: Record<Name, { wake(): void }> }
