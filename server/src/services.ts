import type { Logger } from 'pino'
import type { Clock } from '#clock.ts'
import type { Config } from '#config.ts'
import type { Database, Transaction } from '#database/database.ts'
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
  hub: Hub
  /** Joins the hub with those of other nodes; null where there can be none. */
  bus: Bus | null
  emailWorker: EmailWorker
  counts: Counts
  /** Keys the hashes under which session tokens and link codes are stored. */
  secret: string
  accountListener: AccountListener
}

/** What is to be said on the live connections once the transaction has been committed. */
export type AfterCommit = () => void

/**
 * What later words must do in the transaction that changes an account. The account word does not know them: `app.ts`
 * brings the two together.
 */
export type AccountListener = {
  /** The person has signed out, or their last session is over. */
  signedOut(transaction: Transaction, userId: string): Promise<AfterCommit>
  /** The person's display name has changed. */
  renamed(transaction: Transaction, userId: string): Promise<AfterCommit>
  /** The person's account is about to be deleted. Refuses 'still-creator'. */
  deleted(transaction: Transaction, person: { userId: string; displayName: string }): Promise<AfterCommit>
}
