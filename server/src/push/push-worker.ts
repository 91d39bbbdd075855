import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { secondMs } from '#clock.ts'
import type { Config } from '#config.ts'
import { pushes } from '#database/schema.ts'
import { every, type Schedule } from '#schedule/every.ts'
import { FairSlots } from '#schedule/fair-slots.ts'
import { AcceptedPushes } from './accepted-pushes.ts'
import { type AllowedAddresses, allowedAddressesOf } from './allowed-services.ts'
import { type ClaimOptions, claimPushes, type Device, type DuePush } from './claim-pushes.ts'
import { composePush } from './compose-push.ts'
import { type EncryptedPush, Encryption } from './encryption.ts'
import { isSilenced } from './is-silenced.ts'
import { PushClient } from './push-client.ts'
import { isUrgent, type PushContent, topicOf } from './push-content.ts'
import type { PushKeys } from './push-keys.ts'
import { outcomeOf } from './push-outcome.ts'
import { dropPush, type SettleOptions, settleFailure, silencePush } from './settle-push.ts'

export type PushWorkerOptions = ClaimOptions &
  SettleOptions & { config: Pick<Config, 'pushServices' | 'pushContact' | 'appUrl' | 'appName'> }

const idleMs = 30 * secondMs
// A push service that does not respond gets few slots, so that pushes to the others need not wait for it.
const slots = { most: 150, mostOf: 50, mostOfSlow: 5 }

/** Sends each waiting push at least once, unless the push is dropped or replaced. After a crash, a push may be sent twice. */
export class PushWorker {
  readonly #options: PushWorkerOptions
  readonly #schedule: Schedule
  readonly #client = new PushClient()
  readonly #encryption = new Encryption()
  readonly #accepted: AcceptedPushes
  readonly #slots = new FairSlots(slots)
  readonly #inFlight = new Set<Promise<void>>()
  #mayHaveMore = false
  #keys: PushKeys | undefined

  constructor(options: PushWorkerOptions) {
    this.#options = options
    this.#accepted = new AcceptedPushes(options)
    this.#schedule = every(
      () => this.#pauseMs(),
      () => this.#sendDue(),
      {
        first: 'on-demand',
        onError: error => options.log.warn({ error }, 'the push worker could not read or update the pushes'),
      },
    )
  }

  /** Without this call, the worker sends nothing. */
  start(keys: PushKeys): void {
    this.#keys = keys
    this.wake()
  }

  wake(): void {
    if (this.#keys) this.#schedule.runNow()
  }

  async stop(): Promise<void> {
    await this.#schedule.stop()
    await Promise.all(this.#inFlight)
    this.#client.close()
    await this.#encryption.close()
  }

  async #sendDue(): Promise<void> {
    const { room } = this.#slots
    const due = await claimPushes(this.#options, this.#slots)
    this.#mayHaveMore = due.length === room
    for (const push of due) {
      const service = push.device ? new URL(push.device.endpoint).host : ''
      const delivery = this.#slots
        .run(service, () => this.#deliver(push))
        .catch(error => this.#options.log.warn({ error }, 'the push worker could not update a push'))
        .finally(() => {
          this.#inFlight.delete(delivery)
          // Without this condition, each call of `claimPushes` would get only a few pushes.
          if (this.#mayHaveMore && this.#slots.inFlightOf(service) <= slots.mostOf / 2) this.wake()
        })
      this.#inFlight.add(delivery)
      // Between two pushes, the server can handle requests.
      await turn()
    }
    // There may be more pushes to other push services.
    if (this.#mayHaveMore && this.#slots.full.length > 0 && due.length > 0) this.wake()
  }

  /** Returns whether the push service has responded. */
  async #deliver(push: DuePush): Promise<boolean> {
    const { device } = push
    const addresses = await this.#addressesFor(push)
    if (!device || !addresses) return true
    const result = await this.#encrypt(push, device)
      .then(encrypted => this.#client.post(device.endpoint, addresses, encrypted))
      .catch((error: Error) => error)
    if (outcomeOf(result) === 'sent')
      await this.#accepted.store({ pushId: push.id, deviceId: device.id }, this.#inFlight.size === 1)
    else {
      await settleFailure(this.#options, push, device, result)
      // The pause until the next run may be longer than the pause that the push service has asked for.
      this.wake()
    }
    return !(result instanceof Error)
  }

  /** Drops the push and returns null if it must not be sent. */
  async #addressesFor(push: DuePush): Promise<AllowedAddresses | null> {
    const options = this.#options
    const { device, content, settings, createdMs, expiresMs } = push
    const addresses = device && allowedAddressesOf(device.endpoint, options.config.pushServices)
    const nowMs = options.clock.now().getTime()
    if (!device) await dropPush(options, push)
    else if (!addresses) await dropPush(options, push, 'refused')
    else if (expiresMs <= nowMs) await dropPush(options, push, 'expired')
    else if (isSilenced(content, settings, { createdMs, nowMs })) await silencePush(options, push, device)
    else return addresses
    return null
  }

  async #encrypt(push: DuePush, device: Device): Promise<EncryptedPush> {
    const { clock, config } = this.#options
    const { content, expiresMs, unread, settings } = push
    const { language, timeZone } = device
    const now = clock.now()
    const { userId, hidesNames } = settings
    return this.#encryption.encrypt({
      device,
      payload: composePush(content, { ...config, userId, language, timeZone, now, unread, hidesNames }),
      ttl: Math.max(1, Math.round((expiresMs - now.getTime()) / secondMs)),
      urgency: isUrgent(content.kind) ? 'high' : 'normal',
      topic: topicAt(device, content),
      keys: this.#keys as PushKeys,
      contact: config.pushContact,
    })
  }

  /** Returns at most `idleMs`, because another process may queue a push. */
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

/** The topic is different for each device, so that a push service does not see which devices get pushes about one group. */
function topicAt({ id }: Device, content: PushContent): string {
  return createHash('sha256')
    .update(`${id} ${topicOf(content)}`)
    .digest('base64url')
    .slice(0, 32)
}
