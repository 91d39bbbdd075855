import { sql } from 'drizzle-orm'
import { rows } from '#platform/database/database.ts'
import type { UnitOfWork } from '#services.ts'
import { ownNumberUpTo } from './status-notice-sql.ts'

/**
 * Marks status notices up to the id `upTo` as read, whether the user hears of them or not. Returns whether the `read_number` of a
 * membership has changed.
 */
export async function readStatusNotices(
  transaction: UnitOfWork,
  { userId, upTo }: { userId: string; upTo: number },
): Promise<boolean> {
  // This lock prevents toggles from adding notices to these groups before the transaction ends.
  const unread = await rows<{ id: string }>(transaction)`
    select g.id from groups g
    where g.id = any(array(select m.group_id from memberships m where m.user_id = ${userId})) and g.notice_count > (
      select m.read_number + m.own_since_read from memberships m where m.group_id = g.id and m.user_id = ${userId}
    )
    order by g.id for share`
  if (unread.length === 0) return false
  const read = await rows(transaction)`
    update memberships m set read_number = newest.number,
      own_since_read = m.notice_count - ${sql.raw(ownNumberUpTo('newest.number'))}
    from unnest(${sql.param(unread.map(({ id }) => id))}::text[]) as g (id), lateral (
      select s.id, s.number from status_notices s where s.group_id = g.id and s.id <= ${upTo} order by s.id desc limit 1
    ) newest
    where m.group_id = g.id and m.user_id = ${userId} and newest.number > m.read_number
    returning m.group_id`
  await deleteEarlierReadings(transaction, userId)
  return read.length > 0
}

export async function deleteEarlierReadings(transaction: UnitOfWork, userId: string): Promise<void> {
  await transaction.execute(sql`
    delete from status_readings r using memberships m
    where r.user_id = ${userId} and m.user_id = r.user_id and m.group_id = r.group_id and r.number <= m.read_number`)
}
