import { createGroup } from '@grouplight/contract/group.ts'
import { listNotifications, readNotifications } from '@grouplight/contract/notification.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addMs, dayMs } from '#clock.ts'
import { rows } from '#database/database.ts'
import { notices, notifications } from '#database/schema.ts'
import { useTestApp } from '#testing/test-app.ts'
import { deleteOldNotifications } from './retention.ts'

const app = useTestApp()

beforeEach(async () => {
  await app.database.delete(notifications)
  await app.database.delete(notices)
})

describe('after 90 days', () => {
  test('read notifications are deleted, and unread ones stay', async () => {
    const fay = await app.signUp('Fay')
    const created = await fay.ok(createGroup, { body: { name: 'Read' } })
    const [{ id: read } = { id: 0 }] = (await fay.ok(listNotifications)).notifications
    await fay.ok(readNotifications, { body: { upTo: read } })
    await fay.ok(createGroup, { body: { name: 'Unread' } })
    const names = async () =>
      (await fay.ok(listNotifications)).notifications.map(({ relatedGroupName }) => relatedGroupName)

    app.clock.advance(89 * dayMs)
    await fay.signIn()
    await app.runMaintenance()
    expect(await names()).toEqual(['Unread', 'Read'])

    app.clock.advance(dayMs)
    await app.runMaintenance()
    expect(await names()).toEqual(['Unread'])
    expect(await app.database.$count(notifications, eq(notifications.noticeId, read))).toBe(0)
    expect(await app.database.$count(notices, eq(notices.relatedGroupId, created.id))).toBe(0)
  })

  test('read notifications are deleted for many users and in large numbers', async () => {
    const everybody = Array.from({ length: 250 }, (_, n) => `person ${n}`)
    for (let n = 0; n < 20; n++) await writeNotifications(await notice(100), everybody.slice(0, 60), true)
    await writeNotifications(await notice(92), everybody, true)
    const [unread, young] = [await notice(91), await notice(89)]
    await writeNotifications(unread, everybody.slice(-1), false)
    await writeNotifications(young, everybody, true)
    await deleteOldNotifications(app)
    expect(await notificationCounts()).toEqual({ [young]: 250, [unread]: 1 })
    expect(await noticeIds()).toEqual([unread, young])
  })

  test('a notice is deleted with its last notification and stays while a user has not read it', async () => {
    const [kept, readByAll, toldToNobody] = [await notice(95), await notice(94), await notice(93)]
    await writeNotifications(kept, ['ana', 'ben'], true)
    await writeNotifications(kept, ['zoe'], false)
    await writeNotifications(readByAll, ['ana', 'ben', 'zoe'], true)
    await deleteOldNotifications(app)
    expect(await notificationCounts()).toEqual({ [kept]: 1 })
    expect(await noticeIds()).toEqual([kept])
    expect(toldToNobody).toBeGreaterThan(readByAll)

    await app.database.update(notifications).set({ read: true })
    await deleteOldNotifications(app)
    expect(await noticeIds()).toEqual([])
  })

  test('gaps between the notices’ ids are skipped', async () => {
    const kept: number[] = []
    for (const days of [99, 98, 97]) {
      await skipIds(120_000)
      kept.push(await notice(days))
      await writeNotifications(kept.at(-1) ?? 0, ['ana'], false)
      await notice(days)
    }
    await skipIds(120_000)
    kept.push(await notice(1))
    await deleteOldNotifications(app)
    expect(await noticeIds()).toEqual(kept)
  })

  test('no young notification is deleted after the clock was wrong for some time', async () => {
    const young = await notice(5)
    await writeNotifications(young, ['ana'], true)
    await notice(20_000)
    await deleteOldNotifications(app)
    expect(await notificationCounts()).toEqual({ [young]: 1 })
  })
})

/** Writes a notice of the given age in days. Returns its id. */
async function notice(daysOld: number): Promise<number> {
  const createdAt = addMs(app.clock.now(), -daysOld * dayMs)
  const [written] = await app.database
    .insert(notices)
    .values({ type: 'admin', action: 'announced', message: 'News', createdAt })
    .returning({ id: notices.id })
  return written?.id ?? 0
}

async function writeNotifications(noticeId: number, userIds: string[], read: boolean): Promise<void> {
  await app.database.insert(notifications).values(userIds.map(userId => ({ userId, noticeId, read })))
}

/** Leaves a gap between the ids of notices. */
async function skipIds(by: number): Promise<void> {
  await app.database.execute(sql`select setval('notices_id_seq', nextval('notices_id_seq') + ${by}::bigint)`)
}

/** Returns the number of notifications of each notice, by notice id. */
async function notificationCounts(): Promise<Record<number, number>> {
  const found = await rows<{ id: number; count: number }>(
    app.database,
    sql`select notice_id::int as id, count(*)::int as count from notifications group by notice_id`,
  )
  return Object.fromEntries(found.map(({ id, count }) => [id, count]))
}

async function noticeIds(): Promise<number[]> {
  const found = await app.database.select({ id: notices.id }).from(notices).orderBy(notices.id)
  return found.map(({ id }) => id)
}
