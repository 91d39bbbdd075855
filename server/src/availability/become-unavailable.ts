import { sql } from 'drizzle-orm'
import { rows } from '#database/database.ts'
import { recountCoverage } from '#group/coverage.ts'
import { publish } from '#live/publish.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { removeAvailabilityNotices } from './remove-availability-notices.ts'

/** Makes the user Unavailable in all groups. */
export async function becomeUnavailable(
  transaction: UnitOfWork,
  { clock }: Pick<Services, 'clock'>,
  userId: string,
): Promise<void> {
  const now = clock.now()
  // A `changes_since` whose minute is over is deleted, because it could reveal when the member became Available.
  const isInMinute = sql`abs(extract(epoch from m.changes_since - ${now.toISOString()}::timestamptz)) < 60`
  // Groups are locked in the order of their ids. This order prevents deadlocks.
  const changed = await rows<{ groupId: string; version: number; availabilityNoticeId: number | null }>(
    transaction,
    sql`
      with own_groups as (
        select g.id from groups g join memberships m on m.group_id = g.id
        where m.user_id = ${userId} and m.status
        order by g.id for update of g
      ), toggled as (
        update memberships m set status = false, last_updated = ${now.toISOString()},
          available_until = null, note = null, asked_at = null, confirmed_at = null, due_at = null,
          changes = case when ${isInMinute} then m.changes else 0 end,
          changes_since = case when ${isInMinute} then m.changes_since end
        from own_groups where m.group_id = own_groups.id and m.user_id = ${userId} and m.status
        returning m.group_id, m.availability_notice_id
      )
      update groups g set version = g.version + 1 from toggled where g.id = toggled.group_id
      returning g.id as "groupId", g.version, toggled.availability_notice_id::float8 as "availabilityNoticeId"`,
  )
  await recountCoverage(
    transaction,
    { clock },
    changed.map(({ groupId }) => groupId),
  )
  for (const { groupId, version } of changed)
    publish(transaction, groupId, ['t', groupId, version, now.getTime(), { [userId]: 0 }])
  const members = changed.map(({ groupId, availabilityNoticeId }) => ({
    groupId,
    userId,
    availabilityNoticeId,
  }))
  await removeAvailabilityNotices(transaction, members)
}
