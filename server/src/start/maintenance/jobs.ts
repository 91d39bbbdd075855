import { deleteOldActionCodes } from '#features/account/action-codes.ts'
import { deleteExpiredSignUps } from '#features/account/sign-ups.ts'
import { deleteEndedBoards } from '#features/board/retention.ts'
import { deleteOldRemovals } from '#features/group/retention.ts'
import { detectAllChanges } from '#features/hook/change-detector.ts'
import { deleteExpiredDeliveries, deleteOldOutcomes } from '#features/hook/retention.ts'
import { deleteOldLinks, endOldRequests } from '#features/invitation/link/retention.ts'
import { deleteEndedKeys, warnOfEndingKeys } from '#features/key/retention.ts'
import {
  deleteOldAvailabilityNotices,
  deleteOldNotifications,
  deleteOldStatusNotices,
} from '#features/notification/retention.ts'
import {
  deleteEndedWatches,
  deleteOldMutes,
  deleteOldRingTimes,
  deleteUnusedDevices,
  warnUnusedDevices,
} from '#features/ringing/retention.ts'
import { ringUndecided } from '#features/ringing/ringer.ts'
import { dayMs, hourMs, minuteMs } from '#platform/clock.ts'
import type { EarliestTime } from '#platform/jobs/earliest-time.ts'
import { deleteExpiredLimits } from '#platform/limits/limits.ts'
import { deleteOldEmails } from '#platform/mail/retention.ts'
import type { Services } from '#services.ts'
import { endExpired, nextExpiry } from './expiry.ts'

export type Job = {
  /** A node locks this name while it runs the job. The name must not change, because nodes of an earlier release lock it, too. */
  name: string
  pauseMs: number
  run(services: Services): Promise<void>
  /** Returns the time at which the job must run even if the pause has not ended. */
  nextDue?(services: Services): Promise<Date | null>
  /** Returns the object to which operations add due times. It is needed because `nextDue` is called only after a run. */
  addedTimes?(services: Services): EarliestTime
  /** Whether the metrics count the runs. */
  isCounted: boolean
}

export const expiry: Job = {
  name: 'expire',
  pauseMs: minuteMs,
  run: endExpired,
  nextDue: nextExpiry,
  addedTimes: ({ expiryTimes }) => expiryTimes,
  isCounted: false,
}

export const jobs: Job[] = [
  expiry,
  { name: 'sweep what ends', pauseMs: 5 * minuteMs, run: deleteOutdated, isCounted: true },
  { name: 'sweep notifications', pauseMs: dayMs, run: deleteOldNotifications, isCounted: true },
  { name: 'delete status notices', pauseMs: hourMs, run: deleteOldNotices, isCounted: true },
  { name: 'ring undecided notices', pauseMs: minuteMs, run: ringUndecided, isCounted: true },
  { name: 'tell hooks', pauseMs: minuteMs, run: detectAllChanges, isCounted: true },
  { name: 'delete unused devices', pauseMs: hourMs, run: retireDevices, isCounted: true },
  { name: 'end keys', pauseMs: hourMs, run: endKeys, isCounted: true },
]

async function deleteOldNotices(services: Services): Promise<void> {
  await deleteOldStatusNotices(services)
  await deleteOldAvailabilityNotices(services)
}

async function retireDevices(services: Services): Promise<void> {
  await deleteUnusedDevices(services)
  await warnUnusedDevices(services)
}

async function endKeys(services: Services): Promise<void> {
  await deleteEndedKeys(services)
  await warnOfEndingKeys(services)
}

async function deleteOutdated(services: Services): Promise<void> {
  await deleteExpiredSignUps(services)
  await deleteOldActionCodes(services)
  await deleteOldEmails(services)
  await deleteExpiredLimits(services)
  await deleteOldRingTimes(services)
  await deleteOldMutes(services)
  await deleteEndedWatches(services)
  await endOldRequests(services)
  await deleteOldLinks(services)
  await deleteOldRemovals(services)
  await deleteEndedBoards(services)
  await deleteExpiredDeliveries(services)
  await deleteOldOutcomes(services)
}
