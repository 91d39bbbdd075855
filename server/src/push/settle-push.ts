import { and, eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { addMs, type Clock, secondMs } from '#clock.ts'
import type { Database } from '#database/database.ts'
import { devices, pushes } from '#database/schema.ts'
import type { Counts, PushOutcome } from '#metrics/counts.ts'
import { type Result, reasonOf, retryAfterMs } from '#outgoing/result.ts'
import type { Device, DuePush } from './claim-pushes.ts'
import { outcomeOf } from './push-outcome.ts'

export type SettleOptions = { database: Database; clock: Clock; log: Logger; counts: Counts }

const firstRetryMs = 30 * secondMs
const mostFailures = 5

export async function settleFailure(
  options: SettleOptions,
  push: DuePush,
  device: Device,
  result: Result,
): Promise<void> {
  const outcome = outcomeOf(result)
  if (outcome === 'gone') {
    await options.database.delete(devices).where(eq(devices.id, device.id))
    await dropPush(options, push, outcome)
  } else if (outcome === 'put-off') {
    await putOff(options, push, device, result)
  } else {
    logFailure(options, push, device, result, 'a push service refused a push')
    await dropPush(options, push, outcome)
    await countFailure(options, device)
  }
}

export async function silencePush(options: SettleOptions, push: DuePush, device: Device): Promise<void> {
  // While `warnedAt` is null, the next maintenance sends the warning again.
  if (push.content.kind === 'device.unseen')
    await options.database.update(devices).set({ warnedAt: null }).where(eq(devices.id, device.id))
  await dropPush(options, push, 'silenced')
}

/** Does not delete a newer push that has replaced this push in the meantime. */
export async function dropPush(
  { database, counts }: SettleOptions,
  { id }: DuePush,
  outcome?: PushOutcome,
): Promise<void> {
  await database.delete(pushes).where(eq(pushes.id, id))
  if (outcome) counts.countPush(outcome)
}

async function putOff(options: SettleOptions, push: DuePush, device: Device, result: Result): Promise<void> {
  const now = options.clock.now()
  const waitMs = retryAfterMs(result, now) ?? firstRetryMs * 2 ** (push.attempts - 1)
  const nextAttemptAt = addMs(now, waitMs)
  logFailure(options, push, device, result, 'a push could not be sent')
  if (nextAttemptAt.getTime() >= push.expiresMs) return dropPush(options, push, 'expired')
  await options.database
    .update(pushes)
    .set({ nextAttemptAt })
    // If the attempt took longer than its lease, another attempt may have a lease by now.
    .where(and(eq(pushes.id, push.id), eq(pushes.nextAttemptAt, push.leasedUntil)))
  options.counts.countPush('put-off')
}

/** Deletes the device after `mostFailures` refusals without an accepted push in between. */
async function countFailure({ database }: SettleOptions, { id }: Device): Promise<void> {
  const [changed] = await database
    .update(devices)
    .set({ failures: sql`${devices.failures} + 1` })
    .where(eq(devices.id, id))
    .returning({ failures: devices.failures })
  if (changed && changed.failures >= mostFailures) await database.delete(devices).where(eq(devices.id, id))
}

// The endpoint is a secret of the device, and the text of the push belongs to the user. Neither is logged.
function logFailure(
  { log }: SettleOptions,
  { attempts }: DuePush,
  device: Device,
  result: Result,
  message: string,
): void {
  const { host } = new URL(device.endpoint)
  log.warn({ device: device.id, host, attempt: attempts, reason: reasonOf(result) }, message)
}
