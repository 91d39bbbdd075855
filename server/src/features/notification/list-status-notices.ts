import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '#platform/database/database.ts'
import type { notices } from '#platform/database/schema.ts'
import { ownNumberUpTo } from './status-notice-sql.ts'

export type MarkedNotice = typeof notices.$inferSelect & { read: boolean }

export const afterAllIds = Number.MAX_SAFE_INTEGER

const newestOfEach = 4
// Among the newest `looksAt` notices of a group, at most `mostOwn` may be about the user. Otherwise the notices of each other member are
// found by the index of the members' notices, so that a page never reads a long series of the user's own notices.
const looksAt = 250
const mostOwn = 190

export async function listStatusNotices(
  on: Queryable,
  { userId, before, most }: { userId: string; before: number; most: number },
): Promise<MarkedNotice[]> {
  // The newest notices of each group and of each heard member give a lower limit for the ids on this page, so that PostgreSQL skips
  // most older notices. With "offset 0", it finds the notices by the indexes.
  const found = await rows<Omit<MarkedNotice, 'createdAt'> & { createdMs: number }>(on)`
    with own as materialized (
      select m.*, newest.number as before_number, m.rings = 'all' and (
        m.notice_count <= ${mostOwn} or ${sql.raw(ownNumberUpTo('newest.number'))}
          - ${sql.raw(ownNumberUpTo(`newest.number - ${looksAt}`))} <= ${mostOwn}
      ) as is_whole
      from memberships m cross join lateral (
        select s.number from status_notices s
        where s.group_id = m.group_id and s.id < ${before} and s.id > m.notices_after order by s.id desc limit 1
      ) newest
      where m.user_id = ${userId} and m.rings <> 'none'
    ), heard as materialized (
      select m.group_id, m.user_id, m.notices_after, m.before_number, f.member_id, greatest(m.read_number, f.read_number) as read_number
      from own m join follows f on f.group_id = m.group_id and f.user_id = m.user_id where m.rings = 'followed'
      union all
      select m.group_id, m.user_id, m.notices_after, m.before_number, o.user_id, m.read_number
      from own m cross join lateral (
        -- The users with notices, of whom some may have left the group. One row of the index is read for each.
        with recursive named (user_id) as (
          select min(s.user_id) from status_notices s where s.group_id = m.group_id
          union all
          select (select min(s.user_id) from status_notices s where s.group_id = m.group_id and s.user_id > named.user_id)
          from named where named.user_id is not null
        )
        select user_id from named where user_id <> m.user_id
      ) o
      where m.rings = 'all' and not m.is_whole
    ), lowest as materialized (
      select coalesce((
        select id from (
          select s.id from own m cross join lateral (
            select s.id from status_notices s
            where s.group_id = m.group_id and s.id < ${before} and s.id > m.notices_after and s.user_id <> m.user_id
            order by s.id desc limit ${newestOfEach}
          ) s
          where m.is_whole
          union all
          select s.id from heard h cross join lateral (
            select s.id from status_notices s
            where s.group_id = h.group_id and s.user_id = h.member_id and s.number <= h.before_number
            order by s.number desc limit 1
          ) s
          where s.id > h.notices_after
        ) newest order by id desc offset ${most - 1} limit 1
      ), 0) as id
    ), bounded as materialized (
      select h.*, (
        select s.number from status_notices s
        where s.group_id = h.group_id and s.id >= (select id from lowest) and s.id > h.notices_after order by s.id limit 1
      ) as after_number
      from heard h
    ), chosen as (
      select s.*, m.read_number from own m cross join lateral (
        select * from status_notices s
        where s.group_id = m.group_id and s.id < ${before} and s.id > m.notices_after and s.user_id <> m.user_id
          and s.id >= (select id from lowest)
        order by s.id desc limit ${most}
      ) s
      where m.is_whole
      union all
      select s.*, b.read_number from bounded b cross join lateral (
        select * from status_notices s
        where s.group_id = b.group_id and s.user_id = b.member_id and s.number between b.after_number and b.before_number
        order by s.number desc limit ${most}
      ) s
    )
    select s.id::float8 as id, 'membership' as type, 'status' as action, null as message,
      (extract(epoch from s.created_at) * 1000)::float8 as "createdMs",
      s.group_id as "relatedGroupId", s.group_name as "relatedGroupName", s.user_id as "relatedUserId",
      s.user_name as "relatedUserName", null as "recipientRole", null as count, null as needed,
      -- With "exists", PostgreSQL might read all rows of status_readings.
      s.number <= s.read_number or coalesce((
        select true from status_readings r where r.user_id = ${userId} and r.group_id = s.group_id and r.number = s.number
      ), false) as read
    from (select * from chosen order by id desc limit ${most}) s
    order by s.id desc`
  return found.map(({ createdMs, ...notice }) => ({ ...notice, createdAt: new Date(createdMs) }))
}
