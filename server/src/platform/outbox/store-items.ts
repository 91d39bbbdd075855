import { type SQL, sql } from 'drizzle-orm'

type Item = { topic: string; content: unknown; now: Date; expiresAt: Date; delayMs?: number }

/** An SQL statement. `devices` is a condition for rows of the table `devices`. */
export function storePushes(devices: SQL, push: Item): SQL {
  return storeItems(sql`pushes`, sql`device_id`, sql`devices where ${devices} order by id`, push)
}

/** An SQL statement. Hooks that are off get no delivery. `for key share` prevents the deletion of a hook until the commit. */
export function storeDeliveries(hooks: SQL, delivery: Item): SQL {
  const isOn = sql`hooks where off_at is null and (${hooks}) order by id for key share`
  return storeItems(sql`hook_deliveries`, sql`hook_id`, isOn, delivery, sql`message_id = default,`)
}

/** An item of the same topic to the same destination is replaced, and gets a new id. */
function storeItems(
  table: SQL,
  destination: SQL,
  destinations: SQL,
  { topic, content, now, expiresAt, delayMs = 0 }: Item,
  newIds = sql``,
): SQL {
  const at = sql`${now.toISOString()}::timestamptz`
  return sql`
    insert into ${table} (${destination}, topic, content, created_at, expires_at, next_attempt_at)
    select id, ${topic}, ${JSON.stringify(content)}::jsonb, ${at}, ${expiresAt.toISOString()}::timestamptz, ${at} + ${delayMs} * interval '1 millisecond' from ${destinations}
    on conflict (${destination}, topic) do update set id = default, ${newIds} content = excluded.content, created_at = excluded.created_at,
      expires_at = excluded.expires_at, next_attempt_at = excluded.next_attempt_at, attempts = 0
    returning 1`
}
