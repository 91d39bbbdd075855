import type { Act } from './act.ts'

/**
 * How the nodes of a site hear of each other's acts. It carries hints and patches, never the truth: what it loses is found
 * by comparing with the database (`catch-up.ts`).
 */
export type Bus = {
  /** Tells the other nodes, in this order. While the bus is away nothing is told, and nothing waits. */
  send(acts: Act[]): void
  /** What concerns a subject is heard from now on; from another moment on it need not be any more. */
  attend(subject: string): void
  quit(subject: string): void
  /** Resolves when all that is attended is heard, or when the bus is away. */
  settled(): Promise<void>
  /** Whether acts, ours or theirs, are being lost now. */
  readonly isAway: boolean
  /** Grows when acts may have been lost, by a bus that is back or by a node that ended without a farewell. */
  readonly gaps: number
  /**
   * Under which name a statement can tell the other nodes from within its transaction, by `pg_notify`; null where they are
   * told after the commit.
   */
  readonly notifiesAs: string | null
  /** Says farewell and ends, once everything sent is on its way. */
  close(): Promise<void>
}
