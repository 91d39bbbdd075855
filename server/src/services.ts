import type { Logger } from 'pino'
import type { Clock } from '#clock.ts'
import type { UnitOfWork } from '#commit/commit.ts'
import type { Config } from '#config.ts'
import type { Database } from '#database/database.ts'
import type { Bus } from '#live/bus.ts'
import type { Hub } from '#live/hub.ts'
import type { EmailWorker } from '#mail/email-worker.ts'
import type { Counts } from '#metrics/counts.ts'

/** What every operation is given, as its first argument. Made once, in `app.ts`. */
export type Services = {
  config: Config
  clock: Clock
  log: Logger
  database: Database
  /** Operations reach it through `commit` alone, like the email worker. */
  hub: Hub
  /** Joins the hub with those of other nodes; null where there can be none. */
  bus: Bus | null
  emailWorker: EmailWorker
  counts: Counts
  /** Keys the hashes under which session tokens and link codes are stored. */
  secret: string
  accountListener: AccountListener
}

/**
 * What other modules do in the transaction that changes an account. The account module does not know them: `app.ts` connects
 * them.
 */
export type AccountListener = {
  /** The user has signed out, or their last session is over. */
  signedOut(transaction: UnitOfWork, userId: string): Promise<void>
  /** The user's display name has changed. */
  renamed(transaction: UnitOfWork, userId: string): Promise<void>
  /** The user's account is about to be deleted. Refuses 'still-creator'. */
  deleted(transaction: UnitOfWork, user: { userId: string; displayName: string }): Promise<void>
}
