import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { addMs, type Clock, minuteMs, secondMs } from '#clock.ts'
import type { Config } from '#config.ts'
import { type Database, rows } from '#database/database.ts'
import { devices, pushes } from '#database/schema.ts'
import type { Counts, PushOutcome } from '#metrics/counts.ts'
import { every, type Schedule } from '#schedule/every.ts'
import { accessTo } from './allowed-services.ts'
import { composePush } from './compose-push.ts'
import { type EncryptedPush, Encryption } from './encryption.ts'
import { type Answer, PushClient } from './post.ts'
import { NotPublicError } from './public-address.ts'
import { isUrgent, type PushContent, ringsAlways, topicOf } from './push-content.ts'
import type { PushKeys } from './push-keys.ts'
import { isQuiet, type QuietSettings } from './quiet-hours.ts'

export type PushWorkerOptions = {
  database: Database
  clock: Clock
  log: Logger
  counts: Counts
  config: Pick<Config, 'pushServices' | 'pushContact' | 'appUrl' | 'appName'>
  /** Returns the SQL that counts the unread notifications of a user. */
  unreadQuery(userId: string): string
}

type Device = Pick<typeof devices.$inferSelect, 'id' | 'endpoint' | 'p256dh' | 'auth' | 'language'>

type DuePush = {
  id: number
  content: PushContent
  createdMs: number
  expiresMs: number
  attempts: number
  /** Null if the device has been deleted. */
  device: Device | null
  unread: number
  /** The settings of the device's user. */
  settings: QuietSettings & { hidesNames: boolean }
}

// The pushes that a crashed worker has claimed can be claimed again after this time.
const leaseMs = minuteMs
const firstRetryMs = 30 * secondMs
const idleMs = 30 * secondMs
const mostInFlight = 50
const mostFailures = 5

/** Sends each waiting push at least once, unless the push is dropped or replaced. After a crash it may be sent twice. */
export class PushWorker {
  readonly #options: PushWorkerOptions
  readonly #schedule: Schedule
  readonly #client = new PushClient()
  readonly #encryption = new Encryption()
  readonly #inFlight = new Set<Promise<void>>()
  #mayHaveMore = false
  readonly #accepted: { pushId: number; deviceId: string }[] = []
  #storing: Promise<void> | undefined
  #keys: PushKeys | undefined

  constructor(options: PushWorkerOptions) {
    this.#options = options
    this.#schedule = every(
      () => this.#pauseMs(),
      () => this.#sendDue(),
      {
        first: 'on-demand',
        onError: error => options.log.warn({ error }, 'the push worker could not read or update the pushes'),
      },
    )
  }

  /** Before this call nothing is sent. */
  start(keys: PushKeys): void {
    this.#keys = keys
    this.wake()
  }

  /** Looks for due pushes at once if the worker has started. Each commit of this process that queued pushes calls it. */
  wake(): void {
    if (this.#keys) this.#schedule.runNow()
  }

  /** Stops the worker. Resolves when the pushes that are being sent are finished. */
  async stop(): Promise<void> {
    await this.#schedule.stop()
    await Promise.all(this.#inFlight)
    this.#client.close()
    await this.#encryption.close()
  }

  async #sendDue(): Promise<void> {
    const free = mostInFlight - this.#inFlight.size
    const due = await this.#claim(free)
    this.#mayHaveMore = due.length === free
    for (const push of due) {
      const delivery = this.#deliver(push)
        .catch(error => this.#options.log.warn({ error }, 'the push worker could not update a push'))
        .finally(() => {
          this.#inFlight.delete(delivery)
          // The worker waits until at most half of the allowed pushes are in flight, to claim many with the next statement.
          if (this.#mayHaveMore && this.#inFlight.size <= mostInFlight / 2) this.wake()
        })
      this.#inFlight.add(delivery)
      // Lets the server handle requests between two pushes.
      await turn()
    }
  }

  async #claim(most: number): Promise<DuePush[]> {
    if (most === 0) return []
    const { database, clock, unreadQuery } = this.#options
    const now = clock.now()
    return rows<DuePush>(
      database,
      sql`
        with claimed as (
          update pushes set attempts = attempts + 1, next_attempt_at = ${addMs(now, leaseMs).toISOString()}
          where id in (
            select id from pushes where next_attempt_at <= ${now.toISOString()}
            order by next_attempt_at limit ${most} for update skip locked
          )
          returning id, device_id, content, created_at, expires_at, attempts
        )
        select c.id::float8 as id, c.content, c.attempts, unread.unread,
          (extract(epoch from c.created_at) * 1000)::float8 as "createdMs",
          (extract(epoch from c.expires_at) * 1000)::float8 as "expiresMs",
          case when d.id is not null then json_build_object(
            'id', d.id, 'endpoint', d.endpoint, 'p256dh', d.p256dh, 'auth', d.auth, 'language', d.language
          ) end as device,
          json_build_object(
            'hidesNames', u.hides_names, 'quietHours', u.quiet_hours,
            'mutedUntilMs', (extract(epoch from u.muted_until) * 1000)::float8
          ) as settings
        from claimed c
        left join devices d on d.id = c.device_id
        left join users u on u.uid = d.user_id
        cross join lateral (${sql.raw(unreadQuery('d.user_id'))}) unread`,
    )
  }

  async #deliver(push: DuePush): Promise<void> {
    const { clock, config } = this.#options
    const { device } = push
    if (!device) return this.#drop(push)
    const access = accessTo(device.endpoint, config.pushServices)
    if (!access) return this.#drop(push, 'refused')
    const nowMs = clock.now().getTime()
    if (push.expiresMs <= nowMs) return this.#drop(push, 'expired')
    if (isSilenced(push, nowMs)) return this.#silence(push, device)
    let answer: Answer | Error
    try {
      answer = await this.#client.post(device.endpoint, access, await this.#encrypt(push, device))
    } catch (error) {
      answer = error as Error
    }
    await this.#settle(push, device, answer)
  }

  #encrypt(push: DuePush, device: Device): Promise<EncryptedPush> {
    const { clock, config } = this.#options
    const { content, expiresMs, unread, settings } = push
    const { language } = device
    const { hidesNames } = settings
    return this.#encryption.encrypt({
      device,
      payload: composePush(content, { ...config, language, unread, hidesNames }),
      ttl: Math.max(1, Math.round((expiresMs - clock.now().getTime()) / secondMs)),
      urgency: isUrgent(content.kind) ? 'high' : 'normal',
      topic: topicAt(device, content),
      keys: this.#keys as PushKeys,
      contact: config.pushContact,
    })
  }

  async #settle(push: DuePush, device: Device, answer: Answer | Error): Promise<void> {
    const { database } = this.#options
    const outcome = outcomeOf(answer)
    if (outcome === 'sent') {
      this.#accepted.push({ pushId: push.id, deviceId: device.id })
      this.#storing ??= this.#storeAccepted()
      await this.#storing
    } else if (outcome === 'gone') {
      await database.delete(devices).where(eq(devices.id, device.id))
      await this.#drop(push, outcome)
    } else if (outcome === 'put-off') {
      await this.#putOff(push, device, answer)
    } else {
      this.#logFailure(push, device, answer, 'a push service refused a push')
      await this.#drop(push, outcome)
      const [changed] = await database
        .update(devices)
        .set({ failures: sql`${devices.failures} + 1` })
        .where(eq(devices.id, device.id))
        .returning({ failures: devices.failures })
      if (changed && changed.failures >= mostFailures)
        await database.delete(devices).where(eq(devices.id, device.id))
    }
  }

  /**
   * Stores the acceptances that arrive at nearly the same time with one statement. The statement skips locked rows, because
   * waiting for several locks could cause a deadlock. A skipped push is being replaced or deleted. A skipped device is not updated.
   */
  async #storeAccepted(): Promise<void> {
    const { database, clock, counts } = this.#options
    try {
      await turn()
      while (this.#accepted.length > 0) {
        const accepted = this.#accepted.splice(0)
        const pushIds = accepted.map(({ pushId }) => pushId)
        const deviceIds = accepted.map(({ deviceId }) => deviceId)
        await database.execute(sql`
          with sent as (
            delete from pushes where id in (select id from pushes where id in ${pushIds} for update skip locked)
          )
          update devices set rung_at = ${clock.now().toISOString()}, failures = 0
          where id in (select id from devices where id in ${deviceIds} for no key update skip locked)`)
        counts.pushes.sent += accepted.length
      }
    } finally {
      this.#storing = undefined
    }
  }

  async #putOff(push: DuePush, device: Device, answer: Answer | Error): Promise<void> {
    const { database, clock, counts } = this.#options
    const now = clock.now()
    const waitMs = retryAfterMs(answer, now) ?? firstRetryMs * 2 ** (push.attempts - 1)
    const nextAttemptAt = addMs(now, waitMs)
    this.#logFailure(push, device, answer, 'a push could not be sent')
    if (nextAttemptAt.getTime() >= push.expiresMs) return this.#drop(push, 'expired')
    await database.update(pushes).set({ nextAttemptAt }).where(eq(pushes.id, push.id))
    counts.countPush('put-off')
  }

  async #silence(push: DuePush, device: Device): Promise<void> {
    // The maintenance job will warn the device again.
    if (push.content.kind === 'device.unseen')
      await this.#options.database.update(devices).set({ warnedAt: null }).where(eq(devices.id, device.id))
    await this.#drop(push, 'silenced')
  }

  /** Deletes the push, but not a newer one that has replaced it in the meantime. */
  async #drop({ id }: DuePush, outcome?: PushOutcome): Promise<void> {
    await this.#options.database.delete(pushes).where(eq(pushes.id, id))
    if (outcome) this.#options.counts.countPush(outcome)
  }

  // The endpoint is a secret of the device, and the text of the push belongs to the user. Neither is logged.
  #logFailure({ attempts }: DuePush, device: Device, answer: Answer | Error, message: string): void {
    const reason = answer instanceof Error ? reasonOf(answer) : answer.status
    const { host } = new URL(device.endpoint)
    this.#options.log.warn({ device: device.id, host, attempt: attempts, reason }, message)
  }

  /** Returns the time until the next look for due pushes: at most `idleMs`, because another process may queue a push. */
  async #pauseMs(): Promise<number> {
    const { database, clock } = this.#options
    const [next] = await database
      .select({ at: sql<string | null>`min(${pushes.nextAttemptAt})` })
      .from(pushes)
      .catch(() => [])
    if (!next?.at) return idleMs
    return Math.min(idleMs, Math.max(secondMs / 2, new Date(next.at).getTime() - clock.now().getTime()))
  }
}

/** A push that was queued while its recipient was quiet does not ring afterwards either. */
function isSilenced({ content, settings, createdMs }: DuePush, nowMs: number): boolean {
  return !ringsAlways(content.kind) && (isQuiet(settings, createdMs) || isQuiet(settings, nowMs))
}

function outcomeOf(answer: Answer | Error): Exclude<PushOutcome, 'expired' | 'silenced'> {
  if (answer instanceof Error) return answer instanceof NotPublicError ? 'refused' : 'put-off'
  const { status } = answer
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'put-off' : 'refused'
}

/** Returns the time that the push service asks to wait. Null if it names none. */
function retryAfterMs(answer: Answer | Error, now: Date): number | null {
  const text = answer instanceof Error ? undefined : answer.retryAfter
  if (!text) return null
  const ms = /^\d+$/.test(text) ? Number(text) * secondMs : Date.parse(text) - now.getTime()
  return Number.isFinite(ms) ? Math.max(secondMs, ms) : null
}

/** Returns a code, a name, or the message of a `NotPublicError`. Messages of other errors may contain the endpoint. */
function reasonOf(error: Error & { code?: unknown }): string {
  return error instanceof NotPublicError ? error.message : String(error.code ?? error.name)
}

/** The topic is different for each device. Otherwise a push service could see which devices belong to one group. */
function topicAt({ id }: Device, content: PushContent): string {
  return createHash('sha256')
    .update(`${id} ${topicOf(content)}`)
    .digest('base64url')
    .slice(0, 32)
}
