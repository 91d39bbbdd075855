import { sql } from 'drizzle-orm'
import { addMs, type Clock, minuteMs } from '#clock.ts'
import { type Database, rows } from '#database/database.ts'
import type { devices } from '#database/schema.ts'
import type { FairSlots } from '#schedule/fair-slots.ts'
import type { PushContent } from './push-content.ts'
import type { QuietSettings } from './quiet-hours.ts'

export type Device = Pick<
  typeof devices.$inferSelect,
  'id' | 'endpoint' | 'p256dh' | 'auth' | 'language' | 'timeZone'
>

export type DuePush = {
  id: number
  content: PushContent
  createdMs: number
  expiresMs: number
  /** Includes the present attempt. */
  attempts: number
  leasedUntil: Date
  /** Null if the device has been deleted. */
  device: Device | null
  unread: number
  settings: QuietSettings & { userId: string; hidesNames: boolean }
}

export type ClaimOptions = {
  database: Database
  clock: Clock
  /** `userId` is an SQL expression, for example a column. */
  unreadQuery(userId: string): string
}

// If a worker crashes, any worker can claim its pushes after this time.
const leaseMs = minuteMs

/** Leaves out the pushes to `full` push services, which are the hosts of endpoints. */
export async function claimPushes(
  { database, clock, unreadQuery }: ClaimOptions,
  { room, full }: Pick<FairSlots, 'room' | 'full'>,
): Promise<DuePush[]> {
  if (room <= 0) return []
  const now = clock.now()
  const leasedUntil = addMs(now, leaseMs)
  // The table of devices is read only if a push service is full, because that would slow down the claims.
  const ofOthers = sql`and coalesce(
    (select split_part(d.endpoint, '/', 3) from devices d where d.id = device_id) <> all(${sql.param(full)}::text[]), true)`
  const claimed = await rows<Omit<DuePush, 'leasedUntil'>>(
    database,
    sql`
      with claimed as (
        update pushes set attempts = attempts + 1, next_attempt_at = ${leasedUntil.toISOString()}
        where id in (
          select id from pushes where next_attempt_at <= ${now.toISOString()} ${full.length > 0 ? ofOthers : sql``}
          order by next_attempt_at limit ${room} for update skip locked
        )
        returning id, device_id, content, created_at, expires_at, attempts
      )
      select c.id::float8 as id, c.content, c.attempts, unread.unread,
        (extract(epoch from c.created_at) * 1000)::float8 as "createdMs",
        (extract(epoch from c.expires_at) * 1000)::float8 as "expiresMs",
        case when d.id is not null then json_build_object(
          'id', d.id, 'endpoint', d.endpoint, 'p256dh', d.p256dh, 'auth', d.auth, 'language', d.language,
            'timeZone', d.time_zone
        ) end as device,
        json_build_object(
          'userId', u.uid, 'hidesNames', u.hides_names, 'quietHours', u.quiet_hours,
          'mutedUntilMs', (extract(epoch from u.muted_until) * 1000)::float8
        ) as settings
      from claimed c
      left join devices d on d.id = c.device_id
      left join users u on u.uid = d.user_id
      cross join lateral (${sql.raw(unreadQuery('d.user_id'))}) unread`,
  )
  return claimed.map(push => ({ ...push, leasedUntil }))
}
