import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addMs, dayMs, hourMs } from '#platform/clock.ts'
import { rows } from '#platform/database/database.ts'
import { notices, notifications, statusNotices, statusReadings } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { checkInvariants } from '#testing/model/invariants.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { deleteOldAvailabilityNotices, deleteOldNotifications, deleteOldStatusNotices } from './retention.ts'

const app = useOwnTestApp()

beforeEach(async () => {
  await app.database.delete(notifications)
  await app.database.delete(notices)
})

describe('after 7 days', () => {
  const [gus, hal] = app.users('Gus', 'Hal')

  test('read and unread notifications of fulfilled watches are deleted, and other notifications stay', async () => {
    const { id: groupId } = await app.groupOf(gus, hal)
    const actions = async () => (await gus.notices()).map(({ action }) => action)
    const others = await actions()
    const set = (status: boolean) => hal.turn(groupId, status)
    for (const wish of [{ memberId: hal.userId }, { needed: 1 }, { memberId: hal.userId }]) {
      await set(false)
      await gus.ok(api.addWatch, { params: { groupId }, body: { ...wish, forMinutes: 60 } })
      await set(true)
      if ('needed' in wish) await gus.ok(api.readNotifications, { body: { upTo: Number.MAX_SAFE_INTEGER } })
    }
    expect((await actions()).filter(action => action !== 'status')).toEqual([
      ...['awaited', 'reached', 'awaited'],
      ...others,
    ])
    app.clock.advance(7 * dayMs - hourMs)
    await app.runMaintenance()
    expect(await app.database.$count(notices, inArray(notices.action, ['awaited', 'reached']))).toBe(3)
    const screen = await gus.open()
    app.clock.advance(2 * hourMs)
    await app.runMaintenance()
    expect(await actions()).toEqual(others)
    expect(await gus.ok(api.countUnread)).toMatchObject({ unread: 0 })
    expect((await screen.settled()).map(([name]) => name)).toContain('notifications.changed')
    screen.close()
    expect(await app.database.$count(notices, inArray(notices.action, ['awaited', 'reached']))).toBe(0)
    await checkInvariants(app.database)
  })

  test('the notifications of fulfilled watches are deleted for many users and in large numbers', async () => {
    const everybody = Array.from({ length: 250 }, (_, n) => `user ${n}`)
    const young = await notice(6, 'reached')
    for (let n = 0; n < 510; n++)
      await writeNotifications(await notice(8, 'awaited'), everybody.slice(0, 5), false)
    for (let n = 0; n < 5; n++) await writeNotifications(await notice(8, 'reached'), everybody, n % 2 === 0)
    await writeNotifications(young, everybody, false)
    await deleteOldAvailabilityNotices(app.services)
    expect(await notificationCounts()).toEqual({ [young]: 250 })
    expect(await noticeIds()).toEqual([young])
  })
})

describe('after 90 days', () => {
  test('read notifications are deleted, and unread ones stay', async () => {
    const fay = await app.signUp('Fay')
    const created = await fay.ok(api.createGroup, { body: { name: 'Read' } })
    const [{ id: read } = { id: 0 }] = await fay.notices()
    await fay.ok(api.readNotifications, { body: { upTo: read } })
    await fay.ok(api.createGroup, { body: { name: 'Unread' } })
    const names = async () => (await fay.notices()).map(({ relatedGroupName }) => relatedGroupName)

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
    const everybody = Array.from({ length: 250 }, (_, n) => `user ${n}`)
    for (let n = 0; n < 20; n++) await writeNotifications(await notice(100), everybody.slice(0, 60), true)
    await writeNotifications(await notice(92), everybody, true)
    const [unread, young] = [await notice(91), await notice(89)]
    await writeNotifications(unread, everybody.slice(-1), false)
    await writeNotifications(young, everybody, true)
    await deleteOldNotifications(app)
    expect(await notificationCounts()).toEqual({ [young]: 250, [unread]: 1 })
    expect(await noticeIds()).toEqual([unread, young])
  })

  test('a notice is deleted with its last notification, and stays while a user has not read it', async () => {
    const [kept, readByAll, withoutRecipients] = [await notice(95), await notice(94), await notice(93)]
    await writeNotifications(kept, ['ana', 'ben'], true)
    await writeNotifications(kept, ['zoe'], false)
    await writeNotifications(readByAll, ['ana', 'ben', 'zoe'], true)
    await deleteOldNotifications(app)
    expect(await notificationCounts()).toEqual({ [kept]: 1 })
    expect(await noticeIds()).toEqual([kept])
    expect(withoutRecipients).toBeGreaterThan(readByAll)

    await app.database.update(notifications).set({ read: true })
    await deleteOldNotifications(app)
    expect(await noticeIds()).toEqual([])
  })

  test('gaps between the notices’ ids do not stop the deletion', async () => {
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

  test('a young notification is not deleted, even if a wrong clock has given a later notice a much older time', async () => {
    const young = await notice(5)
    await writeNotifications(young, ['ana'], true)
    await notice(20_000)
    await deleteOldNotifications(app)
    expect(await notificationCounts()).toEqual({ [young]: 1 })
  })
})

describe('after 7 days', () => {
  const [ana, ben, cora] = app.users('Ana', 'Ben', 'Cora')
  let groupId: string

  beforeEach(async () => {
    app.clock.advance(8 * dayMs)
    await app.runMaintenance()
    for (const user of [ana, ben, cora]) await user.signIn()
    groupId = (await app.groupOf(ana, ben, cora)).id
    for (const user of [ana, ben, cora])
      await user.ok(api.readNotifications, { body: { upTo: Number.MAX_SAFE_INTEGER } })
  })

  test('read and unread status notices are deleted together with their single readings', async () => {
    const [first = 0, second = 0] = [await becomeAvailable(ben), await becomeAvailable(ana)]
    await ana.ok(api.readNotification, { params: { notificationId: first } })
    app.clock.advance(3 * dayMs)
    const third = await becomeAvailable(ben)

    app.clock.advance(4 * dayMs - hourMs)
    await deleteOldStatusNotices(app.services)
    expect(await statusOf(cora)).toEqual([third, second, first].map(id => [id, false]))

    app.clock.advance(hourMs)
    await deleteOldStatusNotices(app.services)
    expect(await statusOf(ana)).toEqual([[third, false]])
    expect(await statusOf(ben)).toEqual([])
    expect(await statusOf(cora)).toEqual([[third, false]])
    expect(await Promise.all([ana, ben, cora].map(unread))).toEqual([1, 0, 1])
    expect(await app.database.$count(statusReadings)).toBe(0)
    await checkInvariants(app.database)
  })

  test('each open screen of a member receives one message when status notices are deleted', async () => {
    await becomeAvailable(ben)
    const screens = [await ana.open(), await ben.open()]
    app.clock.advance(7 * dayMs + 1)
    await deleteOldStatusNotices(app.services)
    await deleteOldStatusNotices(app.services)
    for (const screen of screens) {
      const received = await screen.settled()
      expect(received.filter(([name]) => name === 'notifications.changed')).toHaveLength(1)
    }
  })

  test('status notices are deleted in large numbers', async () => {
    await becomeAvailable(ben)
    await app.database.execute(sql`
      insert into status_notices (id, created_at, number, own_number, group_id, group_name, user_id, user_name)
      select s.id + n, s.created_at, s.number + n, s.own_number + n, s.group_id, s.group_name, s.user_id, s.user_name
      from status_notices s, generate_series(1, 2500) n where s.group_id = ${groupId} order by n`)
    await app.database.execute(
      sql`update groups set notice_count = notice_count + 2500, last_notice_id = last_notice_id + 2500 where id = ${groupId}`,
    )
    await app.database.execute(
      sql`
        update memberships set own_since_read = own_since_read + 2500, notice_count = notice_count + 2500
        where group_id = ${groupId} and user_id = ${ben.userId}`,
    )
    expect(await Promise.all([ana, ben].map(unread))).toEqual([1_000, 0])
    app.clock.advance(7 * dayMs + 1)
    const young = await becomeAvailable(ben)
    await deleteOldStatusNotices(app.services)
    expect(await statusOf(ana)).toEqual([[young, false]])
    expect(await Promise.all([ana, ben].map(unread))).toEqual([1, 0])
    await checkInvariants(app.database)
  })

  test('young status notices stay and old ones are deleted, even if the clock was set back', async () => {
    const old = await becomeAvailable(ben)
    app.clock.advance(400 * dayMs)
    for (const user of [ana, ben, cora]) await user.signIn()
    const future = await becomeAvailable(ben)
    app.clock.advance(-400 * dayMs)
    const young = await becomeAvailable(ben)
    await deleteOldStatusNotices(app.services)
    expect(await statusOf(cora)).toEqual([young, future, old].map(id => [id, false]))

    app.clock.advance(6 * dayMs)
    const later = await becomeAvailable(ben)
    app.clock.advance(dayMs + 1)
    await deleteOldStatusNotices(app.services)
    expect(await statusOf(cora)).toEqual([[later, false]])

    app.clock.advance(-400 * dayMs)
    await deleteOldStatusNotices(app.services)
    expect(await statusOf(cora)).toEqual([[later, false]])
    await checkInvariants(app.database)
  })

  /** Makes a user Available and returns the id of the resulting status notice. */
  async function becomeAvailable(user: TestUser): Promise<number> {
    for (const status of [false, true]) await user.turn(groupId, status)
    const [newest] = await app.database
      .select({ id: sql<number>`max(${statusNotices.id})::float8` })
      .from(statusNotices)
      .where(eq(statusNotices.groupId, groupId))
    return newest?.id ?? 0
  }

  async function statusOf(user: TestUser) {
    const notifications = await user.notices()
    return notifications.filter(({ action }) => action === 'status').map(({ id, read }) => [id, read])
  }

  const unread = async (user: TestUser) => (await user.ok(api.countUnread)).unread
})

async function notice(
  daysOld: number,
  action: 'announced' | 'awaited' | 'reached' = 'announced',
): Promise<number> {
  const createdAt = addMs(app.clock.now(), -daysOld * dayMs)
  const [written] = await app.database
    .insert(notices)
    .values({ type: 'admin', action, message: 'News', createdAt })
    .returning({ id: notices.id })
  return written?.id ?? 0
}

async function writeNotifications(noticeId: number, userIds: string[], read: boolean): Promise<void> {
  await app.database.insert(notifications).values(userIds.map(userId => ({ userId, noticeId, read })))
}

async function skipIds(by: number): Promise<void> {
  await app.database.execute(sql`select setval('notices_id_seq', nextval('notices_id_seq') + ${by}::bigint)`)
}

async function notificationCounts(): Promise<Record<number, number>> {
  const found = await rows<{ id: number; count: number }>(app.database)`
    select notice_id::int as id, count(*)::int as count from notifications group by notice_id`
  return Object.fromEntries(found.map(({ id, count }) => [id, count]))
}

async function noticeIds(): Promise<number[]> {
  const found = await app.database.select({ id: notices.id }).from(notices).orderBy(notices.id)
  return found.map(({ id }) => id)
}
