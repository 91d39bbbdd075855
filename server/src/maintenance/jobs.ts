import { deleteOldActionCodes } from '#account/action-codes.ts'
import { deleteExpiredSignUps } from '#account/sign-ups.ts'
import { deleteEndedBoards } from '#board/retention.ts'
import { dayMs, hourMs, minuteMs } from '#clock.ts'
import { deleteOldRemovals } from '#group/retention.ts'
import { detectAllChanges } from '#hook/change-detector.ts'
import { deleteExpiredDeliveries, deleteOldOutcomes } from '#hook/retention.ts'
import { deleteOldLinks, endOldRequests } from '#invite-link/retention.ts'
import { deleteEndedKeys, warnOfEndingKeys } from '#key/retention.ts'
import { deleteExpiredLimits } from '#limits/limits.ts'
import { deleteOldEmails } from '#mail/retention.ts'
import {
  deleteOldAvailabilityNotices,
  deleteOldNotifications,
  deleteOldStatusNotices,
} from '#notification/retention.ts'
import {
  deleteEndedWatches,
  deleteOldMutes,
  deleteOldRingTimes,
  deleteUnusedDevices,
  warnUnusedDevices,
} from '#ringing/retention.ts'
import { ringUndecided } from '#ringing/ringer.ts'
import type { EarliestTime } from '#schedule/earliest-time.ts'
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
