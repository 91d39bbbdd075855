import { deleteOldActionCodes } from '#features/account/action-codes.ts'
import { deleteExpiredSignUps } from '#features/account/sign-ups.ts'
import { deleteOldBoardCodes } from '#features/board/board-codes.ts'
import { deleteEndedBoards } from '#features/board/retention.ts'
import { mailUnmailed } from '#features/call/mail-asked.ts'
import { deleteOldCalls } from '#features/call/retention.ts'
import { noteSeenCreators } from '#features/group/admins/creator-seen.ts'
import { loseDisabledAdmins } from '#features/group/admins/lose-admin.ts'
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
import { lookForUpdates } from '#operator/page/look-for-updates.ts'
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
  job('sweep what ends', 5 * minuteMs, [
    deleteExpiredSignUps,
    deleteOldActionCodes,
    deleteOldEmails,
    deleteExpiredLimits,
    deleteOldRingTimes,
    deleteOldMutes,
    deleteEndedWatches,
    deleteOldCalls,
    endOldRequests,
    deleteOldLinks,
    deleteOldRemovals,
    deleteEndedBoards,
    deleteOldBoardCodes,
    deleteExpiredDeliveries,
    deleteOldOutcomes,
  ]),
  job('sweep notifications', dayMs, [deleteOldNotifications]),
  job('delete status notices', hourMs, [deleteOldStatusNotices, deleteOldAvailabilityNotices]),
  job('ring undecided notices', minuteMs, [ringUndecided]),
  job('mail questions', minuteMs, [mailUnmailed]),
  job('tell hooks', minuteMs, [detectAllChanges]),
  job('delete unused devices', hourMs, [deleteUnusedDevices, warnUnusedDevices]),
  job('find groups without an admin', hourMs, [noteSeenCreators, loseDisabledAdmins]),
  job('look for updates', 5 * minuteMs, [lookForUpdates]),
  job('end keys', hourMs, [deleteEndedKeys, warnOfEndingKeys]),
]

function job(name: string, pauseMs: number, steps: ((services: Services) => Promise<unknown>)[]): Job {
  const run = async (services: Services) => {
    for (const step of steps) await step(services)
  }
  return { name, pauseMs, run, isCounted: true }
}
