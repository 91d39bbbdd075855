import { lt } from 'drizzle-orm'
import { moveUnverifiedAccounts } from '#account/move-unverified-accounts.ts'
import { deleteExpiredSignUps } from '#account/sign-ups.ts'
import { addMs, dayMs, minuteMs } from '#clock.ts'
import { removeInChunks } from '#database/remove-in-chunks.ts'
import { actionCodes } from '#database/schema.ts'
import { deleteExpiredLimits } from '#limits/limits.ts'
import { deleteOldEmails } from '#mail/email-worker.ts'
import { deleteOldNotifications } from '#notification/retention.ts'
import type { Services } from '#services.ts'
import { endExpired, nextExpiry } from './expiry.ts'

export type Job = {
  /**
   * Also the name of the lock under which only one node at a time runs the job. Must not change, because nodes of an earlier
   * release use the same lock.
   */
  name: string
  /** Milliseconds between the end of a run and the start of the next. */
  pauseMs: number
  run(services: Services): Promise<void>
  /** Returns when a run is needed before the pause is over, or null. */
  nextDue?(services: Services): Promise<Date | null>
  /** Whether the maintenance metrics count the runs. */
  isCounted: boolean
}

export const expiry: Job = {
  name: 'expire',
  pauseMs: minuteMs,
  run: endExpired,
  nextDue: nextExpiry,
  isCounted: false,
}

/** All maintenance jobs. */
export const jobs: Job[] = [
  expiry,
  { name: 'sweep what ends', pauseMs: 5 * minuteMs, run: deleteOutdated, isCounted: true },
  // Reads the notifications of every user, so it runs only once a day.
  { name: 'sweep notifications', pauseMs: dayMs, run: deleteOldNotifications, isCounted: true },
]

async function deleteOutdated(services: Services): Promise<void> {
  const { database, clock } = services
  await moveUnverifiedAccounts(database)
  await deleteExpiredSignUps(services)
  await deleteOldEmails(database, clock.now())
  await deleteExpiredLimits(services)
  // An expired code is kept for 30 days, so that an old link leads to the message that it has expired.
  await removeInChunks(database, actionCodes, lt(actionCodes.expiresAt, addMs(clock.now(), -30 * dayMs)))
}
