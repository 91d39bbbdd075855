import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/database.ts'
import type { Claimed, Free, Lease } from '#platform/outbox/channel.ts'
import { hasSlot, idleFirst } from '#platform/outbox/take-due.ts'
import type { QuietSettings } from '#platform/push/quiet-hours.ts'
import type { HookContent } from './hook-content.ts'
import type { SealedHook } from './send-to-hook.ts'

/** A delivery to a hook on which this process has a lease. Fields whose names end in `Ms` are in milliseconds since 1970. */
export type DueDelivery = Claimed & {
  id: number
  /** The same in every attempt. */
  messageId: string
  content: HookContent
  createdMs: number
  expiresMs: number
  hook: SealedHook
  /** Since when all attempts have failed, rounded down to the hour. Null if the last attempt succeeded or there was none. */
  failingSinceMs: number | null
  isOwnerDisabled: boolean
  settings: QuietSettings
}

type Row = Omit<DueDelivery, 'id' | 'hook' | 'owner' | 'leasedUntil'> & {
  id: number | null
  hook: Omit<SealedHook, 'target'> & { target: string }
}

/** The owner of a hook is the user who has added it. For a hook of a group, this is the creator of the group. */
const owner = sql`coalesce(h.user_id, g.created_by)`

/**
 * Takes a lease on at most `room` hooks, and returns for each hook the delivery that has been due longest. Among hooks of equally
 * busy owners, those whose deliveries have been due longest come first, so that no hook waits for ever.
 */
export async function claimDeliveries(
  database: Database,
  free: Free,
  { now, until }: Lease,
): Promise<Omit<DueDelivery, 'leasedUntil'>[]> {
  const isDue = sql`next_attempt_at <= ${now.toISOString()}`
  const lease = until.toISOString()
  const claimed = await rows<Row>(database)`
    with free as (
      select h.id from hooks h left join groups g on g.id = h.group_id
      where h.off_at is null and (h.busy_until is null or h.busy_until <= ${now.toISOString()})
        and h.id in (select hook_id from hook_deliveries where ${isDue}) and ${hasSlot(owner, free)}
      order by ${idleFirst(owner, free)} (select min(next_attempt_at) from hook_deliveries where hook_id = h.id)
      limit ${free.room} for no key update of h skip locked
    ),
    claimed as (
      update hooks set busy_until = ${lease} where id in (select id from free)
      returning id, user_id, group_id, kind, target, time_zone, failing_since
    ),
    oldest as (
      select distinct on (hook_id) id from hook_deliveries
      where hook_id in (select id from claimed) and ${isDue}
      order by hook_id, next_attempt_at, id
    ),
    taken as (
      update hook_deliveries set attempts = attempts + 1, next_attempt_at = ${lease}
      where id in (select id from oldest) and ${isDue}
      returning id, hook_id, message_id, content, attempts, created_at, expires_at
    )
    select t.id::float8 as id, t.message_id as "messageId", t.content, t.attempts,
      (extract(epoch from t.created_at) * 1000)::float8 as "createdMs",
      (extract(epoch from t.expires_at) * 1000)::float8 as "expiresMs",
      json_build_object(
        'id', c.id, 'kind', c.kind, 'target', encode(c.target, 'base64'), 'timeZone', c.time_zone,
        'language', owner.language, 'hidesNames', c.user_id is not null and owner.hides_names, 'ownerId', owner.uid
      ) as hook,
      (extract(epoch from c.failing_since) * 1000)::float8 as "failingSinceMs",
      (owner.disabled_at is not null) as "isOwnerDisabled",
      json_build_object(
        'quietHours', owner.quiet_hours, 'mutedUntilMs', (extract(epoch from owner.muted_until) * 1000)::float8
      ) as settings
    from claimed c
    left join taken t on t.hook_id = c.id
    left join groups g on g.id = c.group_id
    left join users owner on owner.uid = coalesce(c.user_id, g.created_by)`
  // Another node may have sent the due delivery of a hook while this statement ran. Such a hook needs no lease.
  const idle = claimed.filter(({ id }) => id === null).map(({ hook }) => hook.id)
  if (idle.length > 0)
    await database.execute(
      sql`update hooks set busy_until = null where id in ${idle} and busy_until = ${lease}`,
    )
  return claimed.flatMap(({ id, hook, ...row }) =>
    id === null
      ? []
      : [{ ...row, id, owner: hook.ownerId, hook: { ...hook, target: Buffer.from(hook.target, 'base64') } }],
  )
}
