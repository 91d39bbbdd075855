import { and, eq, isNull, min } from 'drizzle-orm'
import { secondMs } from '#clock.ts'
import { hookDeliveries, hooks } from '#database/schema.ts'
import { every, type Schedule } from '#schedule/every.ts'
import { FairSlots } from '#schedule/fair-slots.ts'
import { claimDeliveries, type DueDelivery } from './claim-deliveries.ts'
import { isSilencedDelivery } from './hook-content.ts'
import { type SendOptions, sendToHook } from './send-to-hook.ts'
import { endAttempt, type SettleOptions, settleDelivery } from './settle-delivery.ts'

export type HookWorkerOptions = SendOptions & SettleOptions

const idleMs = 30 * secondMs
// An owner can have hooks in many groups. An owner whose receiver does not respond gets one slot.
const slots = { most: 100, mostOf: 4, mostOfSlow: 1 }

/** Sends the waiting deliveries, one at a time to each hook. After a crash, a delivery may be sent twice. */
export class HookWorker {
  readonly #options: HookWorkerOptions
  readonly #schedule: Schedule
  readonly #slots = new FairSlots(slots)
  readonly #inFlight = new Set<Promise<void>>()

  constructor(options: HookWorkerOptions) {
    this.#options = options
    this.#schedule = every(
      () => this.#pauseMs(),
      () => this.#sendDue(),
      {
        first: 'on-demand',
        onError: error => options.log.warn({ error }, 'the hook worker could not read the deliveries'),
      },
    )
  }

  wake(): void {
    this.#schedule.runNow()
  }

  /** Resolves when the attempts in progress have ended. */
  async stop(): Promise<void> {
    await this.#schedule.stop()
    await Promise.all(this.#inFlight)
  }

  async #sendDue(): Promise<void> {
    const { room } = this.#slots
    const claimed = await claimDeliveries(this.#options, this.#slots)
    for (const due of claimed) {
      const delivery = this.#slots
        .run(due.hook.ownerId, () => this.#deliver(due))
        .catch(error =>
          this.#options.log.warn({ error }, 'the hook worker could not send or store a delivery'),
        )
        .finally(() => {
          this.#inFlight.delete(delivery)
          this.wake()
        })
      this.#inFlight.add(delivery)
    }
    if (claimed.length > 0 && claimed.length === room) this.wake()
  }

  /** Returns whether the receiver has responded. */
  async #deliver(due: DueDelivery): Promise<boolean> {
    const options = this.#options
    const { hook, content, createdMs, expiresMs } = due
    const nowMs = options.clock.now().getTime()
    const isUnwanted = due.isOwnerDisabled || expiresMs <= nowMs
    const isSilenced = isSilencedDelivery(content, due.settings, { createdMs, nowMs })
    if (isUnwanted || isSilenced) {
      await endAttempt(options, due, { counted: isUnwanted ? 'given-up' : 'silenced' })
      return true
    }
    const message = { messageId: due.messageId, content, createdAt: new Date(createdMs) }
    const result = await sendToHook(options, hook, message)
    await settleDelivery(options, due, result)
    return !(result instanceof Error)
  }

  /** Returns at most `idleMs`, because another process may store a delivery in the meantime. */
  async #pauseMs(): Promise<number> {
    const { database, clock } = this.#options
    const [next] = await database
      .select({ at: min(hookDeliveries.nextAttemptAt) })
      .from(hookDeliveries)
      .innerJoin(hooks, and(eq(hooks.id, hookDeliveries.hookId), isNull(hooks.offAt)))
      .catch(() => [])
    if (!next?.at) return idleMs
    return Math.min(idleMs, Math.max(secondMs / 2, next.at.getTime() - clock.now().getTime()))
  }
}
