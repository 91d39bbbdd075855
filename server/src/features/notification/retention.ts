import { watchActions } from '@grouplight/contract/watch.ts'
import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm'
import { addMs, dayMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { type Database, rows } from '#platform/database/database.ts'
import { removeInChunks } from '#platform/database/remove-in-chunks.ts'
import { notices, notifications } from '#platform/database/schema.ts'
import { publish, sendTo } from '#platform/live/tell.ts'
import type { Services } from '#services.ts'
import { afterAllIds } from './list-status-notices.ts'
import { newNoticeId } from './notice-ids.ts'

/** Notices with these actions can reveal when a member became Available or Unavailable. */
export const availabilityActions = [...watchActions, 'short', 'enough'] as const

export const readKeptMs = 90 * dayMs
export const statusNoticeKeptMs = 7 * dayMs
// With larger numbers, the statements would delay toggles.
const noticesAtOnce = 500
const groupsAtOnce = 500
const statusNoticesAtOnce = 1_000
const notificationsAtOnce = 1_000

export async function deleteOldNotifications({ database, clock }: Pick<Services, 'database' | 'clock'>) {
  const isOld = lt(notices.createdAt, addMs(clock.now(), -readKeptMs))
  for (let last = { id: 0, createdAt: new Date(0) }, more = true; more; ) {
    const isLater = sql`(${notices.createdAt}, ${notices.id}) > (${last.createdAt.toISOString()}, ${last.id})`
    const old = await database
      .select({ id: notices.id, createdAt: notices.createdAt })
      .from(notices)
      .where(and(isOld, isLater))
      .orderBy(notices.createdAt, notices.id)
      .limit(noticesAtOnce)
    const ids = old.map(({ id }) => id)
    const isRead = eq(notifications.read, true)
    await removeInChunks(database, notifications, and(inArray(notifications.noticeId, ids), isRead))
    await removeInChunks(database, notices, and(inArray(notices.id, ids), notExists(recipientsOf(database))))
    last = old.at(-1) ?? last
    more = old.length === noticesAtOnce
  }
}

/** Deletes old notices of fulfilled watches and old coverage alerts, even if they are unread. */
export async function deleteOldAvailabilityNotices(services: Services): Promise<void> {
  const { database, clock } = services
  const isOld = lt(notices.createdAt, addMs(clock.now(), -statusNoticeKeptMs))
  for (let more = true; more; ) {
    const old = await database
      .select({ id: notices.id })
      .from(notices)
      .where(and(inArray(notices.action, availabilityActions), isOld))
      .orderBy(notices.createdAt)
      .limit(noticesAtOnce)
    const ids = old.map(({ id }) => id)
    for (let deleted = notificationsAtOnce; ids.length > 0 && deleted === notificationsAtOnce; )
      deleted = await deleteNotificationsOf(services, ids)
    const deleted = await database
      .delete(notices)
      .where(and(inArray(notices.id, ids), notExists(recipientsOf(database))))
      .returning({ id: notices.id })
    more = deleted.length === noticesAtOnce
  }
}

export async function deleteOldStatusNotices(services: Services): Promise<void> {
  for (let after = '', more = true; more; ) {
    const found = await newestOldIds(services, { after })
    for (const group of found) {
      for (let deleted = statusNoticesAtOnce; group.upTo !== null && deleted === statusNoticesAtOnce; )
        deleted = await deleteUpTo(services, group)
    }
    after = found.at(-1)?.id ?? after
    more = found.length === groupsAtOnce
  }
}

function recipientsOf(database: Database) {
  return database
    .select({ userId: notifications.userId })
    .from(notifications)
    .where(eq(notifications.noticeId, notices.id))
}

/** Skips locked rows, which prevents deadlocks. Returns the number of deleted rows. */
async function deleteNotificationsOf(services: Services, noticeIds: number[]): Promise<number> {
  return commit(services, async transaction => {
    const deleted = await rows<{ userId: string }>(transaction)`
      delete from notifications where ctid = any(array(
        select ctid from notifications where notice_id in ${noticeIds} limit ${notificationsAtOnce} for update skip locked
      ))
      returning user_id as "userId"`
    for (const { userId } of deleted) sendTo(transaction, userId, ['notifications.changed'])
    return deleted.length
  })
}

/**
 * Returns the next groups after the group id `after`. Their status notices can be deleted up to the id `upTo`, or not at all if `upTo`
 * is null. A young notice also prevents the deletion of notices with higher ids, because notices are deleted in the order of their
 * ids. A notice with a time in the future prevents nothing: it was written before the clock was set back.
 */
async function newestOldIds({ database, clock }: Services, { after }: { after: string }) {
  const now = clock.now()
  const cutoff = addMs(now, -statusNoticeKeptMs).toISOString()
  return rows<{ id: string; upTo: number | null }>(database)`
    select g.id, (
      select s.id from status_notices s
      where s.group_id = g.id and s.created_at < ${cutoff} and s.id < coalesce((
        select young.id from status_notices young
        where young.group_id = g.id and young.created_at between ${cutoff} and ${now.toISOString()}
        order by young.id limit 1
      ), ${afterAllIds})
      order by s.id desc limit 1
    )::float8 as "upTo"
    from groups g where g.id > ${after} order by g.id limit ${groupsAtOnce}`
}

/**
 * Returns the number of deleted status notices, at most `statusNoticesAtOnce`. Deleted notices count as read for every member. If the
 * newest notice of the group is deleted, `last_notice_id` gets a new id, because the old id could reveal when the notice was made.
 */
async function deleteUpTo(
  services: Services,
  { id, upTo }: { id: string; upTo: number | null },
): Promise<number> {
  return commit(services, async transaction => {
    await transaction.execute(sql`select from groups where id = ${id} for no key update`)
    const [result] = await rows<{ deleted: number }>(transaction)`
      with deleted as (
        delete from status_notices where group_id = ${id} and id in (
          select id from status_notices where group_id = ${id} and id <= ${upTo} order by id limit ${statusNoticesAtOnce}
        )
        returning id, number, user_id
      ), newest as (
        select max(number) as number from deleted
      ), forgotten as (
        delete from status_readings r using memberships m, newest
        where m.group_id = ${id} and r.user_id = m.user_id and r.group_id = m.group_id and r.number <= newest.number
      ), counted as (
        update memberships m set read_number = newest.number, own_since_read = m.own_since_read - (
          select count(*) from deleted where deleted.user_id = m.user_id and deleted.number > m.read_number
        )
        from newest where m.group_id = ${id} and m.read_number < newest.number
      ), hidden as (
        update groups set last_notice_id = greatest(last_notice_id + 1, ${newNoticeId()})
        where id = ${id} and last_notice_id <= (select max(id) from deleted)
      )
      select count(*)::int as deleted from deleted`
    const deleted = result?.deleted ?? 0
    if (deleted > 0) publish(transaction, id, ['notifications.changed'])
    return deleted
  })
}
