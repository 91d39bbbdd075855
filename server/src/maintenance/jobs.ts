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
  /** Also the lock under which one node at a time does it. Older nodes know it, too. */
  name: string
  /** The time between the end of a run and the start of the next, by the clock. */
  pauseMs: number
  run(services: Services): Promise<void>
  /** When a run is needed before the pause is over; null for never. */
  nextDue?(services: Services): Promise<Date | null>
  /** Whether the metrics count it as a sweep. */
  isSweep: boolean
}

export const expiry: Job = {
  name: 'expire',
  pauseMs: minuteMs,
  run: endExpired,
  nextDue: nextExpiry,
  isSweep: false,
}

/** Everything that is done because time has passed. */
export const jobs: Job[] = [
  expiry,
  { name: 'sweep what ends', pauseMs: 5 * minuteMs, run: deleteOutdated, isSweep: true },
  // Walks through the notifications of every user.
  { name: 'sweep notifications', pauseMs: dayMs, run: deleteOldNotifications, isSweep: true },
]

async function deleteOutdated(services: Services): Promise<void> {
  const { database, clock } = services
  await moveUnverifiedAccounts(database)
  await deleteExpiredSignUps(services)
  await deleteOldEmails(database, clock.now())
  await deleteExpiredLimits(services)
  // Kept for a while after their end: somebody who opens an old link is told that it has expired.
  await removeInChunks(database, actionCodes, lt(actionCodes.expiresAt, addMs(clock.now(), -30 * dayMs)))
}
