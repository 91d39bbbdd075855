import { sql } from 'drizzle-orm'
import { addMs, type Clock, minuteMs } from '#clock.ts'
import { type Database, rows } from '#database/database.ts'
import type { QuietSettings } from '#push/quiet-hours.ts'
import type { FairSlots } from '#schedule/fair-slots.ts'
import type { HookContent } from './hook-content.ts'
import type { SealedHook } from './send-to-hook.ts'

/** A delivery to a hook on which this process has a lease. Fields whose names end in `Ms` are in milliseconds since 1970. */
export type DueDelivery = {
  id: number
  /** The same in every attempt. */
  messageId: string
  content: HookContent
  /** Includes the present attempt. */
  attempts: number
  createdMs: number
  expiresMs: number
  hook: SealedHook
  leasedUntil: Date
  /** Since when all attempts have failed, rounded down to the hour. Null if the last attempt succeeded or there was none. */
  failingSinceMs: number | null
  isOwnerDisabled: boolean
  settings: QuietSettings
}

type Row = Omit<DueDelivery, 'id' | 'hook' | 'leasedUntil'> & {
  id: number | null
  hook: Omit<SealedHook, 'target'> & { target: string }
}

// If a worker crashes, any worker can claim its hooks after this time.
const leaseMs = minuteMs

/** The owner of a hook is the user who has added it. For a hook of a group, this is the creator of the group. */
const owner = sql`coalesce(h.user_id, g.created_by)`

/**
 * Takes a lease on at most `room` hooks, and returns for each hook the delivery that has been due longest. Leaves out the hooks of
 * `full` owners. Prefers the hooks of owners who are not `busy`, and then those whose deliveries have been due longest, so that no
 * hook waits for ever.
 */
export async function claimDeliveries(
  { database, clock }: { database: Database; clock: Clock },
  { room, busy, full }: Pick<FairSlots, 'room' | 'busy' | 'full'>,
): Promise<DueDelivery[]> {
  if (room <= 0) return []
  const now = clock.now().toISOString()
  const leasedUntil = addMs(clock.now(), leaseMs)
  const lease = leasedUntil.toISOString()
  const claimed = await rows<Row>(
    database,
    sql`
      with free as (
        select h.id from hooks h left join groups g on g.id = h.group_id
        where h.off_at is null and (h.busy_until is null or h.busy_until <= ${now})
          and h.id in (select hook_id from hook_deliveries where next_attempt_at <= ${now})
          and not ${owner} = any(${sql.param(full)}::text[])
        order by ${owner} = any(${sql.param(busy)}::text[]), (select min(next_attempt_at) from hook_deliveries where hook_id = h.id)
        limit ${room} for no key update of h skip locked
      ),
      claimed as (
        update hooks set busy_until = ${lease} where id in (select id from free)
        returning id, user_id, group_id, kind, target, language, time_zone, failing_since
      ),
      oldest as (
        select distinct on (hook_id) id from hook_deliveries
        where hook_id in (select id from claimed) and next_attempt_at <= ${now}
        order by hook_id, next_attempt_at, id
      ),
      taken as (
        update hook_deliveries set attempts = attempts + 1, next_attempt_at = ${lease}
        where id in (select id from oldest) and next_attempt_at <= ${now}
        returning id, hook_id, message_id, content, attempts, created_at, expires_at
      )
      select t.id::float8 as id, t.message_id as "messageId", t.content, t.attempts,
        (extract(epoch from t.created_at) * 1000)::float8 as "createdMs",
        (extract(epoch from t.expires_at) * 1000)::float8 as "expiresMs",
        json_build_object(
          'id', c.id, 'kind', c.kind, 'target', encode(c.target, 'base64'), 'language', c.language, 'timeZone', c.time_zone,
          'hidesNames', c.user_id is not null and owner.hides_names, 'ownerId', owner.uid
        ) as hook,
        (extract(epoch from c.failing_since) * 1000)::float8 as "failingSinceMs",
        (owner.disabled_at is not null) as "isOwnerDisabled",
        json_build_object(
          'quietHours', owner.quiet_hours, 'mutedUntilMs', (extract(epoch from owner.muted_until) * 1000)::float8
        ) as settings
      from claimed c
      left join taken t on t.hook_id = c.id
      left join groups g on g.id = c.group_id
      left join users owner on owner.uid = coalesce(c.user_id, g.created_by)`,
  )
  // Another node may have sent the due delivery of a hook while this statement ran. Such a hook needs no lease.
  const idle = claimed.filter(({ id }) => id === null).map(({ hook }) => hook.id)
  if (idle.length > 0)
    await database.execute(
      sql`update hooks set busy_until = null where id in ${idle} and busy_until = ${lease}`,
    )
  return claimed.flatMap(({ id, hook, ...row }) =>
    id === null
      ? []
      : [{ ...row, id, leasedUntil, hook: { ...hook, target: Buffer.from(hook.target, 'base64') } }],
  )
}
