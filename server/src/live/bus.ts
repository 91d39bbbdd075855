import type { HubCommand } from './hub-command.ts'

/** The channel for `pg_notify`, and the name of this node, with which each payload begins. */
export type NotifiesAs = { channel: string; node: string }

/**
 * How the nodes of a site hear of each other's acts. It carries hints and patches, never the truth: what it loses is found
 * by comparing with the database (`catch-up.ts`).
 */
export type Bus = {
  /** Tells the other nodes, in this order. While the bus is away nothing is told, and nothing waits. */
  send(acts: HubCommand[]): void
  /** What concerns a subject is heard from now on; from another moment on it need not be any more. */
  attend(subject: string): void
  quit(subject: string): void
  /** Resolves when all that is attended is heard, or when the bus is away. */
  settled(): Promise<void>
  /** Whether acts, ours or theirs, are being lost now. */
  readonly isAway: boolean
  /** Whether a node of the release before serves, too, which hears other things: neither hears of the other's events. */
  readonly isBesideOlder: boolean
  /** Grows when acts may have been lost, by a bus that is back or by a node that ended without a farewell. */
  readonly gaps: number
  /** How a statement can tell the other nodes from within its transaction; null where they are told after the commit. */
  readonly notifiesAs: NotifiesAs | null
  /** Says farewell and ends, once everything sent is on its way. */
  close(): Promise<void>
}
