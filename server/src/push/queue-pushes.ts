import { type SQL, sql } from 'drizzle-orm'
import { addMs, hourMs } from '#clock.ts'
import { rows, type Transaction } from '#database/database.ts'
import { type PushContent, pushLifeMs, topicOf } from './push-content.ts'

/** Conditions for rows of the tables `devices` and `hooks`. If the condition for hooks is left out, no hook gets a delivery. */
export type Destinations = { devices: SQL; hooks?: SQL }

/** A delivery that is older than this would be out of date. */
export const deliveryLifeMs = hourMs

/** `userIds` is a list of ids or a subquery for ids. */
export function destinationsOf(userIds: string[] | SQL): Destinations {
  return {
    devices: sql`user_id in ${userIds} and confirmed_at is not null`,
    hooks: sql`user_id in ${userIds} and tells_notifications and off_at is null`,
  }
}

/** Replaces waiting pushes and deliveries of the same topic to the same device or hook. The commit wakes the workers. */
export async function queuePushes(
  transaction: Transaction & { wakePushWorker(): void; wakeHookWorker(): void },
  { devices, hooks = sql`false` }: Destinations,
  content: PushContent,
  now: Date,
): Promise<void> {
  const endMs = content.endMs ?? Number.POSITIVE_INFINITY
  const lifeMs = pushLifeMs(content.kind)
  const expiresAt = (mostMs: number) =>
    new Date(Math.min(addMs(now, Math.min(lifeMs, mostMs)).getTime(), endMs)).toISOString()
  const topic = topicOf(content)
  const [queued] = await rows<{ pushes: number; deliveries: number }>(
    transaction,
    // The order prevents a deadlock of two transactions. `for key share` prevents the deletion of a hook until the commit.
    sql`
      with push as (
        insert into pushes (device_id, topic, content, created_at, expires_at, next_attempt_at)
        select id, ${topic}, ${JSON.stringify(content)}::jsonb, ${now.toISOString()}::timestamptz,
          ${expiresAt(lifeMs)}::timestamptz, ${now.toISOString()}::timestamptz
        from devices where ${devices} order by id
        on conflict (device_id, topic) do update set id = default, content = excluded.content, created_at = excluded.created_at,
          expires_at = excluded.expires_at, next_attempt_at = excluded.next_attempt_at, attempts = 0
        returning 1
      ), delivery as (
        insert into hook_deliveries (hook_id, topic, content, created_at, expires_at, next_attempt_at)
        select id, ${topic}, ${JSON.stringify(deliveryContentOf(content))}::jsonb, ${now.toISOString()}::timestamptz,
          ${expiresAt(deliveryLifeMs)}::timestamptz, ${now.toISOString()}::timestamptz
        from hooks where ${hooks} order by id for key share
        on conflict (hook_id, topic) do update set id = default, message_id = default, content = excluded.content, created_at = excluded.created_at,
          expires_at = excluded.expires_at, next_attempt_at = excluded.next_attempt_at, attempts = 0
        returning 1
      )
      select (select count(*)::int from push) as pushes, (select count(*)::int from delivery) as deliveries`,
  )
  if (queued && queued.pushes > 0) transaction.wakePushWorker()
  if (queued && queued.deliveries > 0) transaction.wakeHookWorker()
}

/** A hook never gets a note, because notes are only for the members of the group. */
function deliveryContentOf({ note: _, ...push }: PushContent): { type: 'notification'; push: PushContent } {
  return { type: 'notification', push }
}
