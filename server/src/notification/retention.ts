import { and, between, desc, eq, gte, inArray, lte, sql } from 'drizzle-orm'
import { addMs, dayMs } from '#clock.ts'
import { type Database, rows } from '#database/database.ts'
import { removeInChunks } from '#database/remove-in-chunks.ts'
import { notices, notifications } from '#database/schema.ts'
import type { Services } from '#services.ts'

const keptReadMs = 90 * dayMs
// What one statement looks at, at most. Nobody's toggle should wait for it.
const peopleAtOnce = 100
const noticesAtOnce = 50_000

/**
 * Removes notifications that were read and are older than 90 days, then the notices that nobody has any more. Walks from
 * person to person through the notifications' one index, so it is for once a day, not for every few minutes.
 */
export async function sweepNotifications({ database, clock }: Pick<Services, 'database' | 'clock'>) {
  const newestOld = await findNewestOld(database, addMs(clock.now(), -keptReadMs))
  if (newestOld === null) return
  for await (const people of recipients(database)) {
    await removeInChunks(
      database,
      notifications,
      and(
        inArray(notifications.userId, people),
        eq(notifications.read, true),
        lte(notifications.noticeId, newestOld),
      ),
    )
  }
  await removeForgotten(database, newestOld)
}

/** The newest notice older than an instant; null when all are younger. Ids grow with time, so it is found by halving. */
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
 * Removes the notices up to one that no person has. Notifications are written with their notice and never later: who does
 * not have an old one when asked will never have it, so people may be asked one after the other.
 */
async function removeForgotten(database: Database, upTo: number): Promise<void> {
  for (let first = await oldestFrom(database, 0); first <= upTo; ) {
    const last = Math.min(first + noticesAtOnce - 1, upTo)
    const held = await heldBetween(database, first, last)
    const isHeld = sql`${notices.id} in (select unnest(${sql.param([...held])}::bigint[]))`
    await removeInChunks(database, notices, and(between(notices.id, first, last), sql`not ${isHeld}`))
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

async function heldBetween(database: Database, first: number, last: number): Promise<Set<number>> {
  const held = new Set<number>()
  for await (const people of recipients(database)) {
    const found = await database
      .selectDistinct({ id: notifications.noticeId })
      .from(notifications)
      .where(
        and(
          inArray(notifications.userId, people),
          inArray(notifications.read, [false, true]),
          between(notifications.noticeId, first, last),
        ),
      )
    for (const { id } of found) held.add(id)
  }
  return held
}

/** Everybody who has a notification. Each step leaps to the next person in the index, past all that one person has. */
async function* recipients(database: Database): AsyncGenerator<string[]> {
  for (let after = '', more = true; more; ) {
    const found = await rows<{ id: string }>(
      database,
      sql`
        with recursive people (id) as (
          (select user_id from notifications where user_id > ${after} order by user_id limit 1)
          union all
          select (select user_id from notifications where user_id > people.id order by user_id limit 1)
          from people where people.id is not null
        )
        select id from people where id is not null limit ${peopleAtOnce}`,
    )
    const people = found.map(({ id }) => id)
    if (people.length > 0) yield people
    after = people.at(-1) ?? after
    more = people.length === peopleAtOnce
  }
}
