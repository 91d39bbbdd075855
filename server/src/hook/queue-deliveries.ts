import type { SQL } from 'drizzle-orm'
import { addMs } from '#clock.ts'
import type { AfterCommit } from '#commit/commit.ts'
import { rows, type Transaction } from '#database/database.ts'
import type { WorkerOf } from '#outbox/channel.ts'
import { deliveryLifeMs, storeDeliveries, wakeHookWorker } from '#push/queue-pushes.ts'
import { type HookContent, topicOfDelivery } from './hook-content.ts'

/** Stores a delivery for each hook that is on and meets the condition `hooks`. Replaces waiting deliveries with the same topic. */
export async function queueDeliveries(
  transaction: Transaction & AfterCommit<WorkerOf<'hook'>>,
  hooks: SQL,
  content: HookContent,
  now: Date,
): Promise<void> {
  const delivery = { topic: topicOfDelivery(content), content, now, expiresAt: addMs(now, deliveryLifeMs) }
  const queued = await rows(transaction, storeDeliveries(hooks, delivery))
  if (queued.length > 0) transaction.afterCommit(wakeHookWorker)
}
