import { eq, sql } from 'drizzle-orm'
import { isHeard } from '#features/notification/status-notice-sql.ts'
import { addMs, hourMs, minuteMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { rows } from '#platform/database/database.ts'
import { ringCursors } from '#platform/database/schema.ts'
import { queuePushes } from '#platform/push/queue-pushes.ts'
import type { Services, UnitOfWork } from '#services.ts'

type Cursor = { number: number; recent: Record<string, number>; noticeCount: number }
/** A status notice, and a device or hook that may ring for it. Times are in milliseconds since 1970. */
type Found = {
  noticeId: number
  at: number
  userId: string
  destinationId: string
  userName: string
  groupName: string
  endMs: number | null
  note: string | null
}

// No device or hook rings for a notice that is older than this, for example after a long downtime of the server.
const noticeRingsForMs = hourMs
export const ringPauseMs = 5 * minuteMs

/**
 * Decides for all new status notices of a group which devices and hooks ring. No notice gets two decisions: the pushes, the
 * deliveries and the cursor are committed together, and the lock on the cursor lets only one node decide at a time.
 */
export async function decideRinging(services: Services, groupId: string): Promise<void> {
  const { database } = services
  // Within the transaction below, the lock of this statement on the group could cause a deadlock with a sign-out.
  await database.execute(sql`
    insert into ring_cursors (group_id, number, recent)
    select id, 0, '{}' from groups where id = ${groupId} for key share
    on conflict do nothing`)
  await commit(services, async transaction => {
    const [cursor] = await rows<Cursor>(transaction)`
      select c.number, c.recent, g.notice_count as "noticeCount"
      from ring_cursors c join groups g on g.id = c.group_id
      where c.group_id = ${groupId} for update of c`
    if (cursor && cursor.noticeCount > cursor.number) await decide(transaction, services, groupId, cursor)
  })
}

async function decide(
  transaction: UnitOfWork,
  { clock }: Services,
  groupId: string,
  { number, recent, noticeCount }: Cursor,
): Promise<void> {
  const now = clock.now()
  const candidates = await rows<Found>(transaction)`
    select s.id::float8 as "noticeId", (extract(epoch from s.created_at) * 1000)::float8 as at, s.user_id as "userId",
      s.user_name as "userName", s.group_name as "groupName", t.id as "destinationId",
      (extract(epoch from a.available_until) * 1000)::float8 as "endMs", a.note
    from (
      select * from status_notices where group_id = ${groupId} order by id desc
      -- notice_count may have grown since the cursor was read. A limit with its older value could cut off an undecided notice.
      limit (select notice_count from groups where id = ${groupId}) - ${number}::int
    ) s
    join memberships m on ${sql.raw(isHeard)}
    cross join lateral (
      select d.id from devices d where d.user_id = m.user_id and d.confirmed_at <= s.created_at
      union all
      select h.id from hooks h
      where h.user_id = m.user_id and h.tells_notifications and h.off_at is null and h.created_at <= s.created_at
    ) t
    -- The end and the note are sent only if the member still has the availability that the notice is about.
    left join memberships a on a.group_id = ${groupId} and a.user_id = s.user_id and a.status and a.last_updated = s.created_at
    where s.number > ${number} and s.number <= ${noticeCount}
      and s.created_at > ${addMs(now, -noticeRingsForMs).toISOString()}
      -- If the same change has fulfilled a watch of the user, the notification about the watch rings.
      and not exists (
        select from notices n join notifications r on r.notice_id = n.id
        -- The first condition is that of the index.
        where n.action in ('awaited', 'reached', 'short', 'enough') and n.created_at = s.created_at
          and n.action in ('awaited', 'reached') and n.related_group_id = ${groupId} and r.user_id = m.user_id
          and coalesce(n.related_user_id, s.user_id) = s.user_id
      )
    order by s.id`
  const rung = chooseRinging(candidates, recent)
  for (const notice of new Map(rung.map(found => [found.noticeId, found])).values()) {
    const { noticeId, userName, groupName, endMs, note } = notice
    const ids = rung.filter(found => found.noticeId === noticeId).map(({ destinationId }) => destinationId)
    const group = { id: groupId, name: groupName }
    const details = { endMs: endMs ?? undefined, note: note ?? undefined }
    const content = { kind: 'membership.status', group, user: userName, noticeId, ...details } as const
    const isAmong = sql`id in ${ids}`
    await queuePushes(transaction, { devices: isAmong, hooks: isAmong }, content, now)
  }
  for (const { userId, at } of rung) recent[userId] = Math.max(at, recent[userId] ?? 0)
  const kept = Object.entries(recent).filter(([, at]) => at > now.getTime() - ringPauseMs)
  await transaction
    .update(ringCursors)
    .set({ number: noticeCount, recent: Object.fromEntries(kept) })
    .where(eq(ringCursors.groupId, groupId))
}

/**
 * Returns the newest notice for each device and hook that rings. `candidates` are ordered by notice id. The keys of `recent` are user
 * ids of members. Each value is the time of the member's newest status notice for which a device or hook has rung. Nothing rings for
 * the member's other notices from the five minutes before and after this time.
 */
function chooseRinging(candidates: Found[], recent: Record<string, number>): Found[] {
  const rings = candidates.filter(({ at, userId }) => {
    const last = recent[userId]
    return last === undefined || at >= last + ringPauseMs || at < last - ringPauseMs
  })
  return [...new Map(rings.map(found => [found.destinationId, found])).values()]
}
