import type { Logger } from 'pino'
import type { Clock } from '#clock.ts'
import type { UnitOfWork } from '#commit/commit.ts'
import type { Config } from '#config.ts'
import type { Database } from '#database/database.ts'
import type { Bus } from '#live/bus.ts'
import type { Hub } from '#live/hub.ts'
import type { EmailWorker } from '#mail/email-worker.ts'
import type { Counts } from '#metrics/counts.ts'

/** The dependencies of the operations. `app/create-services.ts` creates them once. */
export type Services = {
  config: Config
  clock: Clock
  log: Logger
  database: Database
  /** Operations use the hub and the email worker through `commit` only. */
  hub: Hub
  /** Connects this node's hub with the hubs of the other nodes. Null if the database can serve only one node. */
  bus: Bus | null
  emailWorker: EmailWorker
  counts: Counts
  /** The key of the keyed hashes under which session tokens and action codes are stored. */
  secret: string
  accountListener: AccountListener
}

/**
 * The work of other modules in the transaction that changes an account. The account module does not import those modules.
 * `app/create-services.ts` connects them with it.
 */
export type AccountListener = {
  /** Called when the user has signed out or their last session has ended. */
  signedOut(transaction: UnitOfWork, userId: string): Promise<void>
  /** Called when the user's display name has changed. */
  renamed(transaction: UnitOfWork, userId: string): Promise<void>
  /** Called before the user's account is deleted. Refuses 'still-creator'. */
  deleted(transaction: UnitOfWork, user: { userId: string; displayName: string }): Promise<void>
}
