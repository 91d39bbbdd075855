import type { HubCommand } from './hub-command.ts'

/** Carries hub commands between the nodes of a site. Commands can be lost: see `catch-up.ts`. */
export type Bus = {
  /** Drops the commands while the bus is unreachable or this node is alone. */
  send(commands: HubCommand[]): void
  /** `subject` is a result of `subjectOf`. */
  subscribe(subject: string): void
  /** Commands with this subject may still arrive. */
  unsubscribe(subject: string): void
  /** Resolves when all subscriptions are active, or when the bus is unreachable. */
  subscribed(): Promise<void>
  readonly isUnreachable: boolean
  /**
   * How often commands of other nodes may have been lost: because the bus was unreachable for this node, because another node has
   * sent 'back', or because another node has become silent without 'bye' (see `NodeMessage`).
   */
  readonly gaps: number
  /** First sends all earlier commands and 'bye', unless the bus does not respond. */
  close(): Promise<void>
}
