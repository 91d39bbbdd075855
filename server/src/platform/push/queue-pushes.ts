import { type SQL, sql } from 'drizzle-orm'
import { hourMs } from '#platform/clock.ts'
import type { AfterCommit } from '#platform/database/commit.ts'
import { rows, type Transaction } from '#platform/database/database.ts'
import { type WorkerOf, wake } from '#platform/outbox/channel.ts'
import { storeDeliveries, storePushes } from '#platform/outbox/store-items.ts'
import { type PushContent, pushLifeMs, topicOf } from './push-content.ts'

/** Conditions for rows of the tables `devices` and `hooks`. If the condition for hooks is left out, no hook gets a delivery. */
export type Destinations = { devices: SQL; hooks?: SQL }

/** A delivery that is older than this would be out of date. */
export const deliveryLifeMs = hourMs

/** `userIds` is a list of ids or a subquery for ids. */
export function destinationsOf(userIds: string[] | SQL): Destinations {
  return {
    devices: sql`user_id in ${userIds} and confirmed_at is not null`,
    hooks: sql`user_id in ${userIds} and tells_notifications`,
  }
}

/** Replaces waiting pushes and deliveries of the same topic to the same device or hook. The commit wakes the workers. */
export async function queuePushes(
  transaction: Transaction & AfterCommit<WorkerOf<'push' | 'hook'>>,
  { devices, hooks = sql`false` }: Destinations,
  content: PushContent,
  now: Date,
  delayMs = 0,
): Promise<void> {
  const endMs = content.endMs ?? Number.POSITIVE_INFINITY
  const lifeMs = pushLifeMs(content.kind)
  const expiresAt = (mostMs: number) =>
    new Date(Math.min(now.getTime() + delayMs + Math.min(lifeMs, mostMs), endMs))
  const topic = topicOf(content)
  const push = { topic, content, now, delayMs, expiresAt: expiresAt(lifeMs) }
  const delivery = { ...push, content: deliveryContentOf(content), expiresAt: expiresAt(deliveryLifeMs) }
  // The order prevents a deadlock of two transactions.
  const [queued] = await rows<{ pushes: number; deliveries: number }>(transaction)`
    with push as (
      ${storePushes(devices, push)}
    ), delivery as (
      ${storeDeliveries(hooks, delivery)}
    )
    select (select count(*)::int from push) as pushes, (select count(*)::int from delivery) as deliveries`
  if (queued && queued.pushes > 0) transaction.afterCommit(wake.push)
  if (queued && queued.deliveries > 0) transaction.afterCommit(wake.hook)
}

/** A hook never gets a note, because notes are only for the members of the group. */
function deliveryContentOf({ note: _, ...push }: PushContent): { type: 'notification'; push: PushContent } {
  return { type: 'notification', push }
}
