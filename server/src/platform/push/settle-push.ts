import type { Language } from '@grouplight/locales/src/languages.ts'
import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { addMs, type Clock, secondMs } from '#platform/clock.ts'
import type { Counts, PushOutcome } from '#platform/counts.ts'
import type { Database } from '#platform/database/database.ts'
import { devices, pushes } from '#platform/database/schema.ts'
import { AddressNotAllowedError } from '#platform/network/addresses.ts'
import { type Result, reasonOf, retryAfterMs } from '#platform/network/result.ts'
import type { Claimed } from '#platform/outbox/channel.ts'
import { isLeased } from '#platform/outbox/take-due.ts'
import type { PushContent } from './push-content.ts'
import type { QuietSettings } from './quiet-hours.ts'

export type SettleOptions = { database: Database; clock: Clock; log: Logger; counts: Counts }

export type Device = Pick<typeof devices.$inferSelect, 'id' | 'endpoint' | 'p256dh' | 'auth' | 'timeZone'>

export type DuePush = Claimed & {
  id: number
  content: PushContent
  createdMs: number
  expiresMs: number
  /** Null if the device has been deleted. */
  device: Device | null
  unread: number
  settings: QuietSettings & { userId: string; language: Language; hidesNames: boolean }
}

const firstRetryMs = 30 * secondMs
const mostFailures = 5

export function outcomeOf(result: Result): Exclude<PushOutcome, 'expired' | 'silenced'> {
  if (result instanceof Error) return result instanceof AddressNotAllowedError ? 'refused' : 'put-off'
  const { status } = result
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'put-off' : 'refused'
}

/** Returns when the push will be sent again. Returns null if the push has been dropped. */
export async function settleFailure(
  options: SettleOptions,
  push: DuePush,
  device: Device,
  result: Result,
): Promise<Date | null> {
  const { database, clock } = options
  const outcome = outcomeOf(result)
  if (outcome === 'put-off') {
    logFailure(options, push, device, result, 'a push could not be sent')
    const waitMs = retryAfterMs(result, clock.now()) ?? firstRetryMs * 2 ** (push.attempts - 1)
    const nextAttemptAt = addMs(clock.now(), waitMs)
    if (nextAttemptAt.getTime() < push.expiresMs) {
      await database.update(pushes).set({ nextAttemptAt }).where(isLeased(pushes, push))
      options.counts.pushes[outcome]++
      return nextAttemptAt
    }
    await dropPush(options, push, 'expired')
  } else {
    if (outcome === 'gone') await database.delete(devices).where(eq(devices.id, device.id))
    else logFailure(options, push, device, result, 'a push service refused a push')
    await dropPush(options, push, outcome)
    if (outcome === 'refused') await countFailure(options, device)
  }
  return null
}

/** Does not delete a newer push that has replaced this push in the meantime. */
export async function dropPush(
  { database, counts }: SettleOptions,
  { id, content, device }: DuePush,
  outcome: PushOutcome | null,
): Promise<void> {
  // While `warnedAt` is null, the next maintenance sends the warning again.
  if (outcome === 'silenced' && device && content.kind === 'device.unseen')
    await database.update(devices).set({ warnedAt: null }).where(eq(devices.id, device.id))
  await database.delete(pushes).where(eq(pushes.id, id))
  if (outcome) counts.pushes[outcome]++
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
  { attempts, owner: host }: DuePush,
  device: Device,
  result: Result,
  message: string,
): void {
  log.warn({ device: device.id, host, attempt: attempts, reason: reasonOf(result) }, message)
}
