import { type SQL, sql } from 'drizzle-orm'
import { addMs } from '#clock.ts'
import { rows, type Transaction } from '#database/database.ts'
import { type PushContent, pushLifeMs, topicOf } from './push-content.ts'

/** Returns a condition for `queuePushes` that selects the confirmed devices of these users. */
export function confirmedDevicesOf(userIds: string[]): SQL {
  return sql`user_id in ${userIds} and confirmed_at is not null`
}

/**
 * Stores a push for each device that fulfils the condition, in the transaction that causes the push. It replaces a waiting push
 * of the same device and topic. The commit wakes the push worker.
 */
export async function queuePushes(
  transaction: Transaction & { wakePushWorker(): void },
  devices: SQL,
  content: PushContent,
  now: Date,
): Promise<void> {
  const latest = addMs(now, pushLifeMs(content.kind))
  const expiresAt = new Date(Math.min(latest.getTime(), content.endMs ?? Number.POSITIVE_INFINITY))
  const queued = await rows(
    transaction,
    // The devices are ordered, so that two transactions with the same devices cannot cause a deadlock.
    sql`
      insert into pushes (device_id, topic, content, created_at, expires_at, next_attempt_at)
      select id, ${topicOf(content)}, ${JSON.stringify(content)}::jsonb, ${now.toISOString()}::timestamptz,
        ${expiresAt.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
      from devices where ${devices} order by id
      on conflict (device_id, topic) do update set id = default, content = excluded.content, created_at = excluded.created_at,
        expires_at = excluded.expires_at, next_attempt_at = excluded.next_attempt_at, attempts = 0
      returning 1`,
  )
  if (queued.length > 0) transaction.wakePushWorker()
}
