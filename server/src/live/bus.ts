import type { HubCommand } from './hub-command.ts'

/**
 * Carries hub commands between the nodes of a site. Commands can be lost. After a loss, each node finds out from the database
 * which of its connected users have missed messages: see `catch-up.ts`.
 */
export type Bus = {
  /** Drops the commands while the bus is unreachable or this node is alone. */
  send(commands: HubCommand[]): void
  /** Makes commands with this subject arrive: see `subjectOf`. */
  subscribe(subject: string): void
  /** Ends a subscription. Commands with this subject may still arrive: for a moment over NATS, and always over PostgreSQL. */
  unsubscribe(subject: string): void
  /** Resolves when all subscriptions are active, or when the bus is unreachable. */
  subscribed(): Promise<void>
  /** True while the bus is unreachable. Commands in both directions are then lost. */
  readonly isUnreachable: boolean
  /**
   * The number of times that commands may have been lost: because the bus was unreachable for this node, because another node
   * has sent 'back', or because another node has become silent without 'bye' (see `NodeMessage`).
   */
  readonly gaps: number
  /** Closes the bus. Before that, all earlier commands and 'bye' are sent, unless the bus does not respond. */
  close(): Promise<void>
}
