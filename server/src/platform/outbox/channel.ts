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
  name: ChannelName
  leaseMs: number
  lanes: Lane<Item>[]
  /** What follows `from` in an SQL query for the `next_attempt_at` of the items that wait. */
  waiting: SQL
  start?(): Promise<void>
  /** Makes one attempt, and stores what becomes of the item. */
  deliver(item: Item): Promise<Ending>
  close?(): Promise<void>
}

/** A channel and its worker have the same name, which the log uses, too. */
export type ChannelName = 'email' | 'push' | 'hook'

/** The services that an operation needs to wake a worker after its commit. */
export type WorkerOf<Name extends ChannelName> = { workers: Record<Name, { wake(): void }> }

/** Effects of a commit that has stored items. */
export const wake = {
  email: ({ workers }: WorkerOf<'email'>): void => workers.email.wake(),
  push: ({ workers }: WorkerOf<'push'>): void => workers.push.wake(),
  hook: ({ workers }: WorkerOf<'hook'>): void => workers.hook.wake(),
}
