import type { GroupFate } from '@grouplight/contract/account.ts'
import type { Language } from '@grouplight/locales/src/languages.ts'
import type { Logger } from 'pino'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { Counts } from '#platform/counts.ts'
import type { AfterCommit, Committing } from '#platform/database/commit.ts'
import type { Database, Queryable, Transaction } from '#platform/database/database.ts'
import type { EarliestTime } from '#platform/jobs/earliest-time.ts'
import type { Wakeable } from '#platform/jobs/once-a-second.ts'
import type { Bus } from '#platform/live/bus.ts'
import type { Hub } from '#platform/live/hub.ts'
import type { ChannelName } from '#platform/outbox/channel.ts'
import type { Worker } from '#platform/outbox/outbox-worker.ts'
import type { Site } from '#platform/site/site.ts'

export type Services = {
  config: Config
  /** The settings that may change while the server runs. */
  site: Site
  clock: Clock
  log: Logger
  database: Database
  /** Operations must use `afterCommit` instead of calling the hub, the workers, the change detector, the ringer or the
   * mailer of calls. */
  hub: Hub
  /** Null if the database allows only one node. */
  bus: Bus | null
  workers: Record<ChannelName, Worker>
  /** Stores deliveries for the hooks that tell changes of the group. */
  changeDetector: Wakeable
  /** Decides which devices and hooks ring for status notices of the group. */
  ringer: Wakeable
  /** Stores the emails to those whom a call asks. */
  callMailer: Wakeable
  /** Operations add new due times of the job 'expire' here. The job reads due times from the database only after a run. */
  expiryTimes: EarliestTime
  counts: Counts
  /** Counts the status notices about each user: see `availability/refuse-changes.ts`. */
  statusNoticeCounter: {
    count(userId: string): void
    left(userId: string): number
    secondsLeft(userId: string): number
  }
  /** The secret of the site. With another secret, the site's sessions, keys, links and sealed values would no longer be valid. */
  secret: string
  accountListener: AccountListener
  availabilityListener: AvailabilityListener
  membershipListener: MembershipListener
}

export type Effects = AfterCommit<Services>
export type UnitOfWork = Committing<Services>

/** What becomes of a group whose creator deletes the account. Undefined: nobody has decided. */
export type GroupFates = (groupId: string) => { fate: GroupFate; deputyId?: string | undefined } | undefined

/** The account feature calls these functions, because it must not import other features. */
type AccountListener = {
  signedIn(transaction: UnitOfWork, user: { userId: string; displayName: string }): Promise<void>
  /** Called after the user has signed out, or after the user's last session has ended. */
  signedOut(transaction: UnitOfWork, userId: string): Promise<void>
  renamed(transaction: UnitOfWork, userId: string): Promise<void>
  /** What a disabled user has made rests: invite links, invitations, boards and hooks. Called before the user becomes Unavailable. */
  disabledOrEnabled(transaction: UnitOfWork, userId: string): Promise<void>
  /** Returns whether the address has a pending invitation, or a sign-up with an invite link that is not revoked. */
  isInvited(transaction: Transaction, email: string): Promise<boolean>
  /** Returns the id of the invite link with this code, or null if no usable link has this code. */
  findInviteLink(on: Queryable, code: string): Promise<string | null>
  /** Called when a user who opened the invite link `linkId` gets an account. */
  openedInviteLink(
    transaction: UnitOfWork,
    opened: { userId: string; email: string; linkId: string },
  ): Promise<void>
  /** Returns the newest pending invitation to the address, and null if there is none. `inviteLinkId` is null unless a link made it. */
  newestInvitation(
    on: Queryable,
    email: string,
  ): Promise<{ code: string; inviteLinkId: string | null } | null>
  /** Called before an account is deleted. Throws the Problem 'still-creator' if a group has no fate. */
  deleted(
    transaction: UnitOfWork,
    user: { userId: string; displayName: string },
    fates: GroupFates,
  ): Promise<void>
}

/** The features availability and group call this function, because they must not import the ringing feature. */
type AvailabilityListener = {
  /**
   * Called in a transaction that has toggled these members, has confirmed their availability, or has added an Available member. The
   * groups are locked. `at` is the time of the change.
   */
  availabilityChanged(
    transaction: UnitOfWork,
    members: { groupId: string; userId: string }[],
    at?: Date,
  ): Promise<void>
}

/** The group feature calls this function, because it must not import the features that come after it. */
type MembershipListener = {
  /** Called when a user is no longer a member. The group is locked. */
  ended(transaction: UnitOfWork, membership: { userId: string; groupId: string }): Promise<void>
}

/** The user of a request, with the session. */
export type Caller = {
  userId: string
  displayName: string
  language: Language
  email: string
  emailVerified: boolean
  isOperator: boolean
  tokenHash: Buffer
  session: string
  needsRenewal: boolean
}
