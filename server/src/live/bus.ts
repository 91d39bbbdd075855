import type { HubCommand } from './hub-command.ts'

/** The channel for `pg_notify`, and the name of the sending node, with which each payload begins. */
export type NotifyTarget = { channel: string; node: string }

/**
 * Carries commands between the hubs of a site's nodes. Commands can be lost. Nodes then compare their connections with the
 * database (`catch-up.ts`).
 */
export type Bus = {
  /** Sends the commands to the other nodes, in this order. Drops them while the bus is unreachable. */
  send(commands: HubCommand[]): void
  /** Starts receiving commands about a subject. */
  subscribe(subject: string): void
  /** Stops receiving commands about a subject, perhaps with a delay. */
  unsubscribe(subject: string): void
  /** Resolves when all subscriptions are active, or when the bus is unreachable. */
  subscribed(): Promise<void>
  /** Whether the bus is unreachable, so that commands in both directions are being lost. */
  readonly isUnreachable: boolean
  /** Whether a node of the previous release is running, too. Such a node and this one do not receive each other's commands. */
  readonly hasOlderNode: boolean
  /** Increases whenever commands may have been lost: after the bus was unreachable, or after a node ended without 'bye'. */
  readonly gaps: number
  /** For a bus that can notify the other nodes within a transaction. Null for a bus that sends after the commit. */
  readonly notifyTarget: NotifyTarget | null
  /** Closes the bus after everything sent has left and the other nodes know that this node stops. */
  close(): Promise<void>
}
