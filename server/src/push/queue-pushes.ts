import { type SQL, sql } from 'drizzle-orm'
import { addMs, hourMs } from '#clock.ts'
import { rows, type Transaction } from '#database/database.ts'
import { type PushContent, pushLifeMs, topicOf } from './push-content.ts'

/** Conditions for rows of `devices` and of `hooks`. Without `hooks`, no hook is told. */
export type Targets = { devices: SQL; hooks?: SQL }

const hookLifeMs = hourMs

/** Returns everything that rings for these users: their confirmed devices, and their hooks that tell notifications. */
export function targetsOf(userIds: string[] | SQL): Targets {
  return {
    devices: sql`user_id in ${userIds} and confirmed_at is not null`,
    hooks: sql`user_id in ${userIds} and tells_notifications and off_at is null`,
  }
}

/**
 * Stores a push for each target, in the transaction that causes the push. It replaces a waiting push of the same target and topic.
 * The commit wakes the workers.
 */
export async function queuePushes(
  transaction: Transaction & { wakePushWorker(): void; wakeHookWorker(): void },
  { devices, hooks = sql`false` }: Targets,
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
    // The targets are ordered, so that two transactions with the same targets cannot cause a deadlock. The lock on the hooks lets
    // no hook be deleted before the commit.
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
        select id, ${topic}, ${JSON.stringify(forHooks(content))}::jsonb, ${now.toISOString()}::timestamptz,
          ${expiresAt(hookLifeMs)}::timestamptz, ${now.toISOString()}::timestamptz
        from hooks where ${hooks} order by id for key share
        on conflict (hook_id, topic) do update set id = default, content = excluded.content, created_at = excluded.created_at,
          expires_at = excluded.expires_at, next_attempt_at = excluded.next_attempt_at, attempts = 0
        returning 1
      )
      select (select count(*)::int from push) as pushes, (select count(*)::int from delivery) as deliveries`,
  )
  if (queued && queued.pushes > 0) transaction.wakePushWorker()
  if (queued && queued.deliveries > 0) transaction.wakeHookWorker()
}

/** Returns what hooks store. A note does not leave the group. */
function forHooks({ note: _, ...push }: PushContent): { type: 'notification'; push: PushContent } {
  return { type: 'notification', push }
}
