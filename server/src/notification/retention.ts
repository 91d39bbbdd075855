import { and, between, desc, eq, gte, inArray, lte, sql } from 'drizzle-orm'
import { addMs, dayMs } from '#clock.ts'
import { type Database, rows } from '#database/database.ts'
import { removeInChunks } from '#database/remove-in-chunks.ts'
import { notices, notifications } from '#database/schema.ts'
import type { Services } from '#services.ts'

const keptReadMs = 90 * dayMs
// These numbers limit the rows that one statement reads, so that no toggle waits for it.
const usersAtOnce = 100
const noticesAtOnce = 50_000

/**
 * Deletes read notifications that are older than 90 days, and then the notices without any notification. Reads the notifications
 * of all users, so it should run only once a day.
 */
export async function deleteOldNotifications({ database, clock }: Pick<Services, 'database' | 'clock'>) {
  const newestOld = await findNewestOld(database, addMs(clock.now(), -keptReadMs))
  if (newestOld === null) return
  for await (const userIds of recipients(database)) {
    await removeInChunks(
      database,
      notifications,
      and(
        inArray(notifications.userId, userIds),
        eq(notifications.read, true),
        lte(notifications.noticeId, newestOld),
      ),
    )
  }
  await deleteUnreferencedNotices(database, newestOld)
}

/** Returns the id of the newest notice that is older than an instant, or null. Ids grow with time, so a binary search finds it. */
async function findNewestOld(database: Database, instant: Date): Promise<number | null> {
  const first = await oldestFrom(database, 0)
  let old = first - 1
  let young = (await newestId(database)) + 1
  while (young - old > 1) {
    const middle = Math.floor((old + young) / 2)
    const next = await noticeFrom(database, middle)
    if (next && next.id < young && next.createdAt < instant) old = next.id
    else young = middle
  }
  return Number.isFinite(old) && old >= first ? old : null
}

/**
 * Deletes the notices up to the id `upTo` to which no notification refers. No notification is ever added to an old notice, so the
 * users can be read one batch after the other.
 */
async function deleteUnreferencedNotices(database: Database, upTo: number): Promise<void> {
  for (let first = await oldestFrom(database, 0); first <= upTo; ) {
    const last = Math.min(first + noticesAtOnce - 1, upTo)
    const referenced = await referencedBetween(database, first, last)
    const isReferenced = sql`${notices.id} in (select unnest(${sql.param([...referenced])}::bigint[]))`
    await removeInChunks(database, notices, and(between(notices.id, first, last), sql`not ${isReferenced}`))
    first = await oldestFrom(database, last + 1)
  }
}

async function oldestFrom(database: Database, id: number): Promise<number> {
  return (await noticeFrom(database, id))?.id ?? Number.POSITIVE_INFINITY
}

async function noticeFrom(database: Database, id: number) {
  const [notice] = await database
    .select({ id: notices.id, createdAt: notices.createdAt })
    .from(notices)
    .where(gte(notices.id, id))
    .orderBy(notices.id)
    .limit(1)
  return notice
}

async function newestId(database: Database): Promise<number> {
  const [newest] = await database.select({ id: notices.id }).from(notices).orderBy(desc(notices.id)).limit(1)
  return newest?.id ?? 0
}

async function referencedBetween(database: Database, first: number, last: number): Promise<Set<number>> {
  const referenced = new Set<number>()
  for await (const userIds of recipients(database)) {
    const found = await database
      .selectDistinct({ id: notifications.noticeId })
      .from(notifications)
      .where(
        and(
          inArray(notifications.userId, userIds),
          inArray(notifications.read, [false, true]),
          between(notifications.noticeId, first, last),
        ),
      )
    for (const { id } of found) referenced.add(id)
  }
  return referenced
}

/** Yields the ids of all users who have a notification, in batches. Each step of the query jumps to the next user in the index. */
async function* recipients(database: Database): AsyncGenerator<string[]> {
  for (let after = '', more = true; more; ) {
    const found = await rows<{ id: string }>(
      database,
      sql`
        with recursive recipient (id) as (
          (select user_id from notifications where user_id > ${after} order by user_id limit 1)
          union all
          select (select user_id from notifications where user_id > recipient.id order by user_id limit 1)
          from recipient where recipient.id is not null
        )
        select id from recipient where id is not null limit ${usersAtOnce}`,
    )
    const userIds = found.map(({ id }) => id)
    if (userIds.length > 0) yield userIds
    after = userIds.at(-1) ?? after
    more = userIds.length === usersAtOnce
  }
}
