import { sql } from 'drizzle-orm'
import type { UnitOfWork } from '#commit/commit.ts'
import { type Queryable, rows } from '#database/database.ts'
import type { notices } from '#database/schema.ts'
import { isHeard } from './is-heard.ts'

export type MarkedNotice = typeof notices.$inferSelect & { read: boolean }

export const afterAllIds = Number.MAX_SAFE_INTEGER

const newestOfEach = 4

export async function listStatusNotices(
  on: Queryable,
  { userId, before, most }: { userId: string; before: number; most: number },
): Promise<MarkedNotice[]> {
  const found = await rows<Omit<MarkedNotice, 'createdAt'> & { createdMs: number }>(
    on,
    // The newest notices of each group give a lower limit for the ids on this page, so that PostgreSQL skips most older notices.
    sql`
      with lowest as materialized (
        select coalesce((
          select s.id from memberships m cross join lateral (
            select s.id from status_notices s
            where ${sql.raw(isHeard)} and s.id < ${before}
            order by s.id desc limit ${newestOfEach}
          ) s
          where m.user_id = ${userId} and m.rings <> 'none'
          order by s.id desc offset ${most - 1} limit 1
        ), 0) as id
      )
      select s.id::float8 as id, 'membership' as type, 'status' as action, null as message,
        (extract(epoch from s.created_at) * 1000)::float8 as "createdMs",
        s.group_id as "relatedGroupId", s.group_name as "relatedGroupName", s.user_id as "relatedUserId",
        s.user_name as "relatedUserName", null as "recipientRole", null as count, null as needed,
        -- With "exists", PostgreSQL might read all rows of status_readings.
        s.number <= m.read_number or coalesce((
          select true from status_readings r where r.user_id = m.user_id and r.group_id = m.group_id and r.number = s.number
        ), false) as read
      from memberships m cross join lateral (
        select * from status_notices s
        where ${sql.raw(isHeard)} and s.id < ${before}
          and s.id >= (select id from lowest)
        order by s.id desc limit ${most}
      ) s
      where m.user_id = ${userId} and m.rings <> 'none'
      order by s.id desc limit ${most}`,
  )
  return found.map(({ createdMs, ...notice }) => ({ ...notice, createdAt: new Date(createdMs) }))
}

/**
 * Marks status notices up to the id `upTo` as read, whether the user hears of them or not. Returns whether the `read_number` of a
 * membership has changed.
 */
export async function readStatusNotices(
  transaction: UnitOfWork,
  { userId, upTo }: { userId: string; upTo: number },
): Promise<boolean> {
  // This lock prevents toggles from adding notices to these groups before the transaction ends.
  const unread = await rows<{ id: string }>(
    transaction,
    sql`
      select g.id from groups g
      where g.id = any(array(select m.group_id from memberships m where m.user_id = ${userId})) and g.notice_count > (
        select m.read_number + m.own_since_read from memberships m where m.group_id = g.id and m.user_id = ${userId}
      )
      order by g.id for share`,
  )
  if (unread.length === 0) return false
  const read = await rows(
    transaction,
    sql`
      update memberships m set read_number = newest.number, own_since_read = (
        select count(*) from status_notices s
        where s.group_id = m.group_id and s.id > newest.id and s.user_id = m.user_id
      )
      from unnest(${sql.param(unread.map(({ id }) => id))}::text[]) as g (id), lateral (
        select s.id, s.number from status_notices s where s.group_id = g.id and s.id <= ${upTo} order by s.id desc limit 1
      ) newest
      where m.group_id = g.id and m.user_id = ${userId} and newest.number > m.read_number
      returning m.group_id`,
  )
  await transaction.execute(sql`
    delete from status_readings r using memberships m
    where r.user_id = ${userId} and m.user_id = r.user_id and m.group_id = r.group_id and r.number <= m.read_number`)
  return read.length > 0
}
