import {
  mostUnread,
  type Notification,
  notificationPageSize,
  type UnreadCount,
} from '@grouplight/contract/notification.ts'
import { and, desc, eq, lt, lte, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { commit } from '#platform/database/commit.ts'
import { type Queryable, rows } from '#platform/database/database.ts'
import { notices, notifications } from '#platform/database/schema.ts'
import { sendTo } from '#platform/live/tell.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import { limitSingleReadings } from './limit-single-readings.ts'
import { afterAllIds, listStatusNotices, type MarkedNotice } from './list-status-notices.ts'
import { readStatusNotices } from './read-status-notices.ts'
import { availabilityActions } from './retention.ts'
import { isHeard } from './status-notice-sql.ts'
import { toNotification } from './to-notification.ts'

/** Lists the newest first. `before` is the `nextBefore` of the previous page. On the last page, `nextBefore` is null. */
export async function listNotifications(
  { database }: Services,
  { userId, before }: { userId: string; before?: number },
): Promise<{ notifications: Notification[]; nextBefore: number | null }> {
  const found = await newestNotifications(database, { userId, before, most: notificationPageSize + 1 })
  const page = found.slice(0, notificationPageSize)
  return {
    notifications: page,
    nextBefore: found.length > notificationPageSize ? (page.at(-1)?.id ?? null) : null,
  }
}

export async function newestNotifications(
  on: Queryable,
  { userId, before = afterAllIds, most }: { userId: string; before?: number | undefined; most: number },
): Promise<Notification[]> {
  const wanted = { userId, before, most }
  const found = [...(await listStatusNotices(on, wanted)), ...(await listOtherNotices(on, wanted))]
  return found
    .sort((one, other) => other.id - one.id)
    .slice(0, most)
    .map(({ read, ...notice }) => toNotification(notice, { userId, read }))
}

/**
 * Leaves out all status notices, and notifications about calls or with one of the `availabilityActions`. These notifications count towards
 * `most`, so the result may be shorter.
 */
export async function newestExportableNotifications(
  on: Queryable,
  { userId, most }: { userId: string; most: number },
): Promise<Notification[]> {
  const found = await listOtherNotices(on, { userId, most, before: afterAllIds })
  const others = found.filter(
    ({ action, callId }) => callId === null && !availabilityActions.some(other => other === action),
  )
  return others.map(({ read, ...notice }) => toNotification(notice, { userId, read }))
}

async function listOtherNotices(
  on: Queryable,
  { userId, before, most }: { userId: string; before: number; most: number },
): Promise<MarkedNotice[]> {
  const range = (read: boolean) =>
    on
      .select({ noticeId: notifications.noticeId, read: notifications.read })
      .from(notifications)
      .where(
        and(
          eq(notifications.userId, userId),
          eq(notifications.read, read),
          lt(notifications.noticeId, before),
        ),
      )
      .orderBy(desc(notifications.noticeId))
      .limit(most)
  // In the index, the read and the unread notifications of a user are two separate ranges.
  const newest = unionAll(range(false), range(true))
    .orderBy(desc(notifications.noticeId))
    .limit(most)
    .as('newest')
  const found = await on
    .select({ notice: notices, read: newest.read })
    .from(newest)
    .innerJoin(notices, eq(notices.id, newest.noticeId))
    .orderBy(desc(newest.noticeId))
  return found.map(({ notice, read }) => ({ ...notice, read }))
}

/**
 * `userId` is SQL for the id of the user: a parameter such as `$1`, or a column of the surrounding statement. The number is exact up to
 * `mostUnread`, which means 'more'. The rows that the query reads are limited by this number, `mostSingleReadings`,
 * `maxFollowsPerUser` and the number of groups, but not by the number of notices.
 */
export function unreadQuery(userId: string): string {
  return `
    select least(${mostUnread}, (
        select count(*) from (
          select from notifications where user_id = ${userId} and not read limit ${mostUnread}
        ) other
      ) + (
        select count(*) from (
          select from memberships m
          cross join lateral (select notice_count from groups where id = m.group_id offset 0) g
          join follows f on f.group_id = m.group_id and f.user_id = m.user_id
          -- Because of "offset 0", PostgreSQL finds the notices of each followed member by the index of the members' notices.
          cross join lateral (
            select number from status_notices
            where group_id = f.group_id and user_id = f.member_id and number > greatest(m.read_number, f.read_number) offset 0
          ) s
          where m.user_id = ${userId} and m.rings = 'followed' and g.notice_count > m.read_number and (
            select r.number from status_readings r
            where r.user_id = m.user_id and r.group_id = m.group_id and r.number = s.number
          ) is null
          limit ${mostUnread}
        ) followed
      ) + coalesce(sum(case when m.rings = 'all'
        then g.notice_count - m.read_number - m.own_since_read - (
          select count(*) from status_readings r
          where r.user_id = m.user_id and r.group_id = m.group_id and r.number > m.read_number
        ) else 0
      end), 0))::int as unread,
      greatest(
        (select max(notice_id) from notifications where user_id = ${userId} and not read),
        (select max(notice_id) from notifications where user_id = ${userId} and read),
        max(g.last_notice_id),
        0
      )::float8 as "latestId"
    from memberships m
    -- Because of "offset 0", PostgreSQL finds the group of each membership by the primary key.
    cross join lateral (select notice_count, last_notice_id from groups where id = m.group_id offset 0) g
    where m.user_id = ${userId}`
}

const unreadStatement = { name: 'unread', text: unreadQuery('$1') }

/** `latestId` is the id of the user's newest notification, or a higher id. */
export async function countUnread(
  { database }: Pick<Services, 'database'>,
  { userId }: { userId: string },
): Promise<UnreadCount> {
  const [count] = await database.prepared<UnreadCount>(unreadStatement, [userId])
  return count ?? { unread: 0, latestId: 0 }
}

export async function readNotifications(
  services: Services,
  input: { userId: string; upTo: number },
): Promise<UnreadCount> {
  const { userId, upTo } = input
  await commit(services, async transaction => {
    // This call must come first, because locking groups before notifications prevents deadlocks.
    const isAnyStatusRead = await readStatusNotices(transaction, input)
    const others = await transaction
      .update(notifications)
      .set({ read: true })
      .where(
        and(
          eq(notifications.userId, userId),
          eq(notifications.read, false),
          lte(notifications.noticeId, upTo),
        ),
      )
      .returning({ id: notifications.noticeId })
    if (others.length > 0 || isAnyStatusRead) sendTo(transaction, userId, ['notifications.changed'])
  })
  return countUnread(services, input)
}

/** Throws the Problem 'notification-not-found' if the user has no notification with the notice `id`. */
export async function readNotification(
  services: Services,
  input: { userId: string; id: number },
): Promise<UnreadCount> {
  const { userId, id } = input
  await commit(services, async transaction => {
    const [result] = await rows<{ isFound: boolean; isChanged: boolean }>(transaction)`
      with other as (
        update notifications set read = true where user_id = ${userId} and notice_id = ${id} and not read returning 1
      ), status as (
        select m.user_id, m.group_id, s.number, s.number > greatest(m.read_number, f.read_number) as is_unread
        from memberships m join status_notices s on ${sql.raw(isHeard)}
        left join follows f on m.rings = 'followed' and f.group_id = m.group_id and f.user_id = m.user_id and f.member_id = s.user_id
        where m.user_id = ${userId} and s.id = ${id}
        for key share of m
      ), single as (
        insert into status_readings (user_id, group_id, number)
        select user_id, group_id, number from status where is_unread
        on conflict do nothing returning 1
      )
      select exists (select from other) or exists (select from single) as "isChanged",
        exists (select from status) or exists (
          select from notifications where user_id = ${userId} and notice_id = ${id}
        ) as "isFound"`
    if (!result?.isFound) throw new Problem('notification-not-found')
    if (result.isChanged) sendTo(transaction, userId, ['notifications.changed'])
  })
  await limitSingleReadings(services, userId)
  return countUnread(services, input)
}
