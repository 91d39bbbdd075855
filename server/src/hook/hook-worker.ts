import { and, eq, isNull, min } from 'drizzle-orm'
import { secondMs } from '#clock.ts'
import { hookDeliveries, hooks } from '#database/schema.ts'
import { every, type Schedule } from '#schedule/every.ts'
import { claimDeliveries, type DueDelivery } from './claim-deliveries.ts'
import { isSilencedDelivery } from './hook-content.ts'
import { type SendOptions, sendToHook } from './send-to-hook.ts'
import { endAttempt, type SettleOptions, settleDelivery } from './settle-delivery.ts'

export type HookWorkerOptions = SendOptions & SettleOptions

const idleMs = 30 * secondMs
const mostInFlight = 20

/** Sends the waiting deliveries, one at a time to each hook. After a crash, a delivery may be sent twice. */
export class HookWorker {
  readonly #options: HookWorkerOptions
  readonly #schedule: Schedule
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
    for (const due of await claimDeliveries(this.#options, mostInFlight - this.#inFlight.size)) {
      const delivery = this.#deliver(due)
        .catch(error =>
          this.#options.log.warn({ error }, 'the hook worker could not send or store a delivery'),
        )
        .finally(() => {
          this.#inFlight.delete(delivery)
          this.wake()
        })
      this.#inFlight.add(delivery)
    }
  }

  async #deliver(due: DueDelivery): Promise<void> {
    const options = this.#options
    const { id, hook, content, createdMs, expiresMs } = due
    const nowMs = options.clock.now().getTime()
    if (due.isOwnerDisabled || expiresMs <= nowMs) return endAttempt(options, due, { counted: 'given-up' })
    if (isSilencedDelivery(content, due.settings, { createdMs, nowMs }))
      return endAttempt(options, due, { counted: 'silenced' })
    // The id of a delivery is unique only on this site, but a receiver may get messages of several sites. So the id of the
    // message also contains the random id of the hook.
    const message = { messageId: `${hook.id}-${id}`, content, createdAt: new Date(createdMs) }
    await settleDelivery(options, due, await sendToHook(options, hook, message))
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
