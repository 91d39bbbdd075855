import { eq, type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { addMs, type Clock, dayMs, minuteMs, secondMs } from '#platform/clock.ts'
import type { Counts, DeliveryOutcome } from '#platform/counts.ts'
import type { Database } from '#platform/database/database.ts'
import { hookDeliveries, hooks } from '#platform/database/schema.ts'
import { WaitedTooLongError } from '#platform/jobs/fair-queue.ts'
import { AddressNotAllowedError } from '#platform/network/addresses.ts'
import { type Result, reasonOf, retryAfterMs } from '#platform/network/result.ts'
import { isLeased } from '#platform/outbox/take-due.ts'
import type { DueDelivery } from './claim-deliveries.ts'
import { hasSucceeded, outcomeColumns } from './outcome.ts'
import { withoutState } from './read-hook-states.ts'

export type SettleOptions = {
  database: Database
  clock: Clock
  log: Logger
  counts: Counts
  /** Switches the hook off, deletes its waiting deliveries, and notifies its user or the creator of its group. */
  switchOff(hookId: string): Promise<void>
}

/** The pauses after the first four attempts. A receiver can make a pause longer. The fifth attempt is the last. */
const pausesMs = [5 * secondMs, minuteMs, 5 * minuteMs, 30 * minuteMs]
// Waiting in a queue of this server is no attempt.
const waitedPauseMs = secondMs
const longestFailureMs = 3 * dayMs

/** Returns when the delivery will be sent again. Returns null if it was accepted or is given up. */
export async function settleDelivery(
  options: SettleOptions,
  delivery: DueDelivery,
  result: Result,
): Promise<Date | null> {
  const now = options.clock.now()
  if (result instanceof WaitedTooLongError) {
    const nextAttemptAt = addMs(now, waitedPauseMs)
    await endAttempt(options, delivery, { nextAttemptAt, attempts: delivery.attempts - 1 })
    return nextAttemptAt
  }
  const outcome = outcomeColumns(result, now)
  if (hasSucceeded(result)) {
    await endAttempt(options, delivery, { counted: 'sent', outcome })
    return null
  }
  // The address of the hook is not logged, because it may contain a secret. The content is not logged, because it is private. The id
  // of the hook is not logged, because the log would then reveal when its user's availability changed.
  options.log.warn({ attempt: delivery.attempts, reason: reasonOf(result) }, 'a hook could not be told')
  const nextAttemptAt = nextAttemptOf(delivery, result, now)
  await endAttempt(options, delivery, {
    counted: nextAttemptAt ? 'put-off' : 'given-up',
    outcome,
    nextAttemptAt,
  })
  if (mustBeOff(delivery, result, now)) {
    options.counts.hooksSwitchedOff++
    await options.switchOff(delivery.hook.id)
  }
  return nextAttemptAt
}

/**
 * Stores the outcome and the time of the next attempt, and ends the lease on the hook. Without a next attempt, deletes the delivery.
 * A newer delivery that has replaced it has another id and is not deleted. If the lease has run out, another attempt decides what
 * becomes of the delivery, unless it was sent.
 */
export async function endAttempt(
  { database, counts }: Pick<SettleOptions, 'database' | 'counts'>,
  delivery: DueDelivery,
  ending: {
    counted?: DeliveryOutcome
    outcome?: { outcomes: SQL; failingSince: SQL | null }
    nextAttemptAt?: Date | null
    /** The number of attempts, if the present one does not count. */
    attempts?: number
  },
): Promise<void> {
  const { id, hook, leasedUntil, isOwnerDisabled, content } = delivery
  const { counted, outcome, nextAttemptAt, attempts } = ending
  await database.transaction(async transaction => {
    await transaction
      .update(hooks)
      .set({
        ...outcome,
        ...(isOwnerDisabled && { lastSent: withoutState(content) }),
        // If the attempt took longer than its lease, another attempt may have a lease by now.
        busyUntil: sql`nullif(${hooks.busyUntil}, ${leasedUntil.toISOString()})`,
      })
      .where(eq(hooks.id, hook.id))
    const isOfAttempt = isLeased(hookDeliveries, delivery)
    if (nextAttemptAt)
      await transaction.update(hookDeliveries).set({ nextAttemptAt, attempts }).where(isOfAttempt)
    else
      await transaction
        .delete(hookDeliveries)
        .where(counted === 'sent' ? eq(hookDeliveries.id, id) : isOfAttempt)
  })
  if (counted) counts.hookDeliveries[counted]++
}

function nextAttemptOf({ attempts, expiresMs }: DueDelivery, result: Result, now: Date): Date | null {
  const pauseMs = pausesMs[attempts - 1]
  if (!pauseMs || result instanceof AddressNotAllowedError) return null
  const next = addMs(now, Math.max(pauseMs, retryAfterMs(result, now) ?? 0))
  return next.getTime() < expiresMs ? next : null
}

/** With status 410, a receiver says that it wants no more deliveries. */
function mustBeOff({ failingSinceMs }: DueDelivery, result: Result, now: Date): boolean {
  if (!(result instanceof Error) && result.status === 410) return true
  return failingSinceMs !== null && now.getTime() - failingSinceMs >= longestFailureMs
}
