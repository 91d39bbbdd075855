import { lt } from 'drizzle-orm'
import { expireSessions } from '#account/sign-out.ts'
import { purgeUnverified } from '#account/sign-up.ts'
import { dayMs, later, minuteMs } from '#clock.ts'
import { actionCodes } from '#database/schema.ts'
import { sweepLimits } from '#http/limits.ts'
import { expireInvitations } from '#invitation/pending.ts'
import { sweepLetters } from '#mail/courier.ts'
import { sweepNotifications } from '#notification/notify.ts'
import type { Services } from '#services.ts'

const everyMs = 5 * minuteMs

/** Does now all that time alone brings about: sessions and invitations that end, accounts never verified, what has been kept long enough. */
export async function sweep(services: Services): Promise<void> {
  const { database, clock } = services
  await expireSessions(services)
  await purgeUnverified(services)
  await expireInvitations(services)
  await sweepNotifications(services)
  await sweepLetters(database, clock.now())
  await sweepLimits(services)
  // Codes are kept a while after their end, so that an old link is told why it does not work.
  await database.delete(actionCodes).where(lt(actionCodes.expiresAt, later(clock.now(), -30 * dayMs)))
}

/** Sweeps now and from time to time. Returns what stops it. */
export function sweepRegularly(services: Services): () => void {
  const run = () => {
    sweep(services).catch(error => services.log.warn({ error }, 'sweeping failed'))
  }
  run()
  const timer = setInterval(run, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
