import { sql } from 'drizzle-orm'
import { minuteMs } from '#platform/clock.ts'
import type { Channel } from '#platform/outbox/channel.ts'
import { claimDeliveries, type DueDelivery } from './claim-deliveries.ts'
import { isSilencedDelivery } from './hook-content.ts'
import { type SendOptions, sendToHook } from './send-to-hook.ts'
import { endAttempt, type SettleOptions, settleDelivery } from './settle-delivery.ts'

// An owner can have hooks in many groups. An owner whose receiver does not respond gets one slot.
const limits = { most: 100, mostOf: 4, mostOfSlow: 1 }

/** Sends the waiting deliveries, one at a time to each hook. */
export function hookChannel(options: SendOptions & SettleOptions): Channel<DueDelivery> {
  return {
    name: 'hook',
    leaseMs: minuteMs,
    lanes: [{ limits, claim: (free, lease) => claimDeliveries(options.database, free, lease) }],
    waiting: sql`hook_deliveries d join hooks h on h.id = d.hook_id and h.off_at is null`,
    async deliver(due) {
      const { messageId, hook, content, createdMs, expiresMs, isOwnerDisabled } = due
      const nowMs = options.clock.now().getTime()
      const isSilenced = isSilencedDelivery(content, due.settings, { createdMs, nowMs })
      if (isOwnerDisabled || expiresMs <= nowMs || isSilenced) {
        await endAttempt(options, due, {
          counted: isOwnerDisabled || expiresMs <= nowMs ? 'given-up' : 'silenced',
        })
        return { hasResponded: true }
      }
      const result = await sendToHook(options, hook, { messageId, content, createdAt: new Date(createdMs) })
      const nextAttemptAt = await settleDelivery(options, due, result)
      return { hasResponded: !(result instanceof Error), nextAttemptAt }
    },
  }
}
