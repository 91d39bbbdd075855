import type { HubCommand } from './hub-command.ts'

/** Carries hub commands between the nodes of a site. Commands can be lost: see `catch-up.ts`. */
export type Bus = {
  /** Drops the commands while the bus is unreachable or this node is alone. */
  send(commands: HubCommand[]): void
  /** `subject` is a result of `subjectOf`. */
  subscribe(subject: string): void
  /** Commands with this subject may still arrive afterwards. */
  unsubscribe(subject: string): void
  /** Resolves when all subscriptions are active, or when the bus is unreachable. */
  subscribed(): Promise<void>
  readonly isUnreachable: boolean
  /**
   * Counts how often commands of other nodes may have been lost: when the bus is unreachable for this node, another node sends
   * 'back', or another node becomes silent without 'bye' (see `NodeMessage`).
   */
  readonly gaps: number
  /** If the bus responds, first sends all earlier commands and 'bye'. */
  close(): Promise<void>
}
