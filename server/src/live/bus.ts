import type { HubCommand } from './hub-command.ts'

/** Commands can be lost. After a loss, each node looks up what its connected users have missed: see `catch-up.ts`. */
export type Bus = {
  /** Drops the commands while the bus is unreachable or this node is alone. */
  send(commands: HubCommand[]): void
  subscribe(subject: string): void
  /** Stops receiving commands about a subject. A few commands may still arrive after the call. */
  unsubscribe(subject: string): void
  /** Resolves when all subscriptions are active, or when the bus is unreachable. */
  subscribed(): Promise<void>
  /** True while the bus is unreachable. Commands in both directions are then lost. */
  readonly isUnreachable: boolean
  /**
   * The number of times that commands may have been lost: because the bus was unreachable for this node, because another node
   * has sent 'back', or because another node has ended without 'bye'.
   */
  readonly gaps: number
  /** Closes the bus. Before that, all earlier commands and 'bye' are sent, unless the bus does not respond. */
  close(): Promise<void>
}
