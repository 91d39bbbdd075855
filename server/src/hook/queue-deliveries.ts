import { type SQL, sql } from 'drizzle-orm'
import { addMs } from '#clock.ts'
import { rows, type Transaction } from '#database/database.ts'
import { deliveryLifeMs } from '#push/queue-pushes.ts'
import { type HookContent, topicOfDelivery } from './hook-content.ts'

/** Stores a delivery for each hook that is on and meets the condition `hooks`. Replaces waiting deliveries with the same topic. */
export async function queueDeliveries(
  transaction: Transaction & { wakeHookWorker(): void },
  hooks: SQL,
  content: HookContent,
  now: Date,
): Promise<void> {
  const queued = await rows(
    transaction,
    // The hooks are ordered, so that two transactions with the same hooks cannot cause a deadlock.
    sql`
      insert into hook_deliveries (hook_id, topic, content, created_at, expires_at, next_attempt_at)
      select id, ${topicOfDelivery(content)}, ${JSON.stringify(content)}::jsonb, ${now.toISOString()}::timestamptz,
        ${addMs(now, deliveryLifeMs).toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
      from hooks where off_at is null and (${hooks}) order by id
      on conflict (hook_id, topic) do update set id = default, message_id = default, content = excluded.content, created_at = excluded.created_at,
        expires_at = excluded.expires_at, next_attempt_at = excluded.next_attempt_at, attempts = 0
      returning 1`,
  )
  if (queued.length > 0) transaction.wakeHookWorker()
}
