import type { HubCommand } from './hub-command.ts'

/** The channel for `pg_notify`, and the name of this node, with which each payload begins. */
export type NotifyTarget = { channel: string; node: string }

/**
 * Carries commands between the hubs of a site's nodes. It may lose them: nodes then compare with the database (`catch-up.ts`).
 */
export type Bus = {
  /** Sends to the other nodes, in this order. While the bus is away, nothing is sent and nothing waits. */
  send(commands: HubCommand[]): void
  /** Commands about a subject are received from now on. */
  subscribe(subject: string): void
  /** Commands about a subject may be received no more. */
  unsubscribe(subject: string): void
  /** Resolves when all subscriptions are in force, or when the bus is away. */
  subscribed(): Promise<void>
  /** Whether commands, ours or theirs, are being lost now. */
  readonly isAway: boolean
  /** Whether a node of the release before serves, too: neither receives the other's commands. */
  readonly hasOlderNode: boolean
  /** Grows whenever commands may have been lost: the bus is back, or a node ended without saying so. */
  readonly gaps: number
  /** How a statement can notify the other nodes within its transaction; null where they are sent to after the commit. */
  readonly notifyTarget: NotifyTarget | null
  /** Ends, once everything sent is on its way and the other nodes know. */
  close(): Promise<void>
}
