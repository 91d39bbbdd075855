import { lt } from 'drizzle-orm'
import { moveUnverifiedAccounts } from '#account/move-unverified-accounts.ts'
import { expireSessions } from '#account/sign-out.ts'
import { purgeSignUps } from '#account/sign-ups.ts'
import { addMs, dayMs, minuteMs } from '#clock.ts'
import { removeInChunks } from '#database/remove-in-chunks.ts'
import { actionCodes } from '#database/schema.ts'
import { expireInvitations } from '#invitation/pending.ts'
import { deleteExpiredLimits } from '#limits/limits.ts'
import { sweepEmails } from '#mail/email-worker.ts'
import { sweepNotifications } from '#notification/retention.ts'
import type { Services } from '#services.ts'
import { expirePunctually } from './expiry.ts'

const everyMs = 5 * minuteMs

/** Does now all that time alone brings about: sessions and invitations that end, sign-ups that nobody completes, what has been kept long enough. */
export async function sweep(services: Services): Promise<void> {
  await sweepWhatEnds(services)
  await sweepNotifications(services)
}

/**
 * Sweeps now and from time to time; what walks through everybody's notifications, once a day; sessions and invitations end in
 * time. Of several nodes one does it. Returns what stops it, once a sweep that is under way has ended.
 */
export function sweepRegularly(services: Services): () => Promise<void> {
  const stopEnds = repeat(services, { name: 'sweep what ends', pauseMs: everyMs, work: sweepWhatEnds })
  const stopNotifications = repeat(services, {
    name: 'sweep notifications',
    pauseMs: dayMs,
    work: sweepNotifications,
  })
  const stopExpiry = expirePunctually(services)
  return async () => {
    await Promise.all([stopEnds(), stopNotifications(), stopExpiry()])
  }
}

async function sweepWhatEnds(services: Services): Promise<void> {
  const { database, clock } = services
  await expireSessions(services)
  await moveUnverifiedAccounts(database)
  await purgeSignUps(services)
  await expireInvitations(services)
  await sweepEmails(database, clock.now())
  await deleteExpiredLimits(services)
  // Codes are kept a while after their end, so that an old link is told why it does not work.
  await removeInChunks(database, actionCodes, lt(actionCodes.expiresAt, addMs(clock.now(), -30 * dayMs)))
}

type Repeated = { name: string; pauseMs: number; work(services: Services): Promise<void> }

/** Each time after the one before: a slow sweep delays the next and never meets it. */
function repeat(services: Services, { name, pauseMs, work }: Repeated): () => Promise<void> {
  const { counts, database, log } = services
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const run = async () => {
    try {
      if (await database.tryWithLock(name, () => work(services))) counts.sweeps++
    } catch (error) {
      counts.failedSweeps++
      log.warn({ error }, 'sweeping failed')
    }
    if (stopped) return
    timer = setTimeout(() => {
      running = run()
    }, pauseMs)
    timer.unref()
  }
  let running = run()
  return () => {
    stopped = true
    clearTimeout(timer)
    return running
  }
}
