import type { Logger } from 'pino'
import type { Clock } from '#clock.ts'
import type { Ringer, UnitOfWork } from '#commit/commit.ts'
import type { Config } from '#config.ts'
import type { Database, Queryable, Transaction } from '#database/database.ts'
import type { ChangeDetector } from '#hook/change-detector.ts'
import type { HookWorker } from '#hook/hook-worker.ts'
import type { Bus } from '#live/bus.ts'
import type { Hub } from '#live/hub.ts'
import type { EmailWorker } from '#mail/email-worker.ts'
import type { Counts } from '#metrics/counts.ts'
import type { PushWorker } from '#push/push-worker.ts'
import type { EarliestTime } from '#schedule/earliest-time.ts'

/** The shared objects of a server. `app/create-services.ts` creates them once. */
export type Services = {
  config: Config
  clock: Clock
  log: Logger
  database: Database
  /** Operations must not call the hub, the workers or the ringer. They use `commit` instead. */
  hub: Hub
  /** Null if the database allows only one node. */
  bus: Bus | null
  emailWorker: EmailWorker
  pushWorker: PushWorker
  hookWorker: HookWorker
  changeDetector: ChangeDetector
  ringer: Ringer
  /** Due times of the job 'expire'. Operations add them, because the job reads due times from the database only after a run. */
  expiryTimes: EarliestTime
  counts: Counts
  /** The key for hashes (for example of session tokens), for signatures in links and cookies, and for sealed values (`seal`). */
  secret: string
  accountListener: AccountListener
  availabilityListener: AvailabilityListener
}

/** The account module calls these functions, because it must not import the other modules. */
export type AccountListener = {
  /** Called when the user has signed out or the user's last session has ended. */
  signedOut(transaction: UnitOfWork, userId: string): Promise<void>
  renamed(transaction: UnitOfWork, userId: string): Promise<void>
  /** Returns whether the address has a pending invitation, or a sign-up with an invite link that is not revoked. */
  isInvited(transaction: Transaction, email: string): Promise<boolean>
  /** Returns the id of the invite link with this code. Returns null if it cannot be used. */
  linkOf(on: Queryable, code: string): Promise<string | null>
  /** Called when a user who had opened the invite link `linkId` got an account or signed in. Invites the user to the link's group. */
  cameByLink(transaction: UnitOfWork, came: { userId: string; email: string; linkId: string }): Promise<void>
  /** Called before the account is deleted. Throws the Problem 'still-creator' if the user is the creator of a group. */
  deleted(transaction: UnitOfWork, user: { userId: string; displayName: string }): Promise<void>
}

/** The availability and group modules call this function, because they must not import the ringing module. */
export type AvailabilityListener = {
  /** Called after toggles in these groups, or when an Available member has joined. The transaction has locked the groups. */
  becameAvailable(transaction: UnitOfWork, groupIds: string[]): Promise<void>
}
