import type { LiveMessage } from '@grouplight/contract/live.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { notices, notifications } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()

const [ana, ben] = app.users('Ana', 'Ben')

beforeEach(async () => {
  await app.database.delete(notifications)
})

describe('listing', () => {
  test('notifications are listed in pages of 50, newest first', async () => {
    const ids = await writeNotices(101, ana)
    await writeNotices(3, ben)
    const pages = [await ana.ok(api.listNotifications)]
    for (let next = pages[0]?.nextBefore; next; next = pages.at(-1)?.nextBefore) {
      pages.push(await ana.ok(api.listNotifications, { query: { before: next } }))
    }
    expect(pages.map(({ notifications }) => notifications.length)).toEqual([50, 50, 1])
    expect(pages.flatMap(({ notifications }) => notifications.map(({ id }) => id))).toEqual(ids.reverse())
  })

  test('there is no next page if there are exactly 50 notifications', async () => {
    await writeNotices(50, ana)
    expect(await ana.ok(api.listNotifications)).toMatchObject({
      nextBefore: null,
      notifications: { length: 50 },
    })
  })

  test('a page continues after the previous page, even if there are new notifications', async () => {
    const ids = await writeNotices(60, ana)
    const { nextBefore } = await ana.ok(api.listNotifications)
    await writeNotices(5, ana)
    const rest = await ana.ok(api.listNotifications, { query: { before: nextBefore ?? 0 } })
    expect(rest.notifications.map(({ id }) => id)).toEqual(ids.slice(0, 10).reverse())
  })

  test('read and unread notifications are listed together, newest first', async () => {
    const ids = await writeNotices(130, ana)
    await ana.ok(api.readNotifications, { body: { upTo: ids[9] ?? 0 } })
    const everyThird = ids.filter((_, n) => n % 3 === 0)
    for (const notificationId of everyThird)
      await ana.ok(api.readNotification, { params: { notificationId } })
    const pages = [await ana.ok(api.listNotifications)]
    for (let next = pages[0]?.nextBefore; next; next = pages.at(-1)?.nextBefore) {
      pages.push(await ana.ok(api.listNotifications, { query: { before: next } }))
    }
    const all = pages.flatMap(({ notifications }) => notifications)
    expect(all.map(({ id }) => id)).toEqual(ids.toReversed())
    const unread = all.filter(({ read }) => !read).map(({ id }) => id)
    expect(unread).toEqual(ids.filter((_, n) => n > 9 && n % 3 !== 0).toReversed())
  })
})

describe('reading', () => {
  test('reading a notification marks it as read for this user only', async () => {
    const ids = await writeNotices(3, ana, ben)
    const [first = 0, second = 0, third = 0] = ids
    const answer = await ana.ok(api.readNotification, { params: { notificationId: second } })
    expect(answer).toEqual({ unread: 2, latestId: third })
    expect(await readIds(ana)).toEqual([second])
    expect(await readIds(ben)).toEqual([])
    expect(await ana.ok(api.readNotification, { params: { notificationId: second } })).toEqual(answer)
    expect(await ana.ok(api.readNotification, { params: { notificationId: first } })).toMatchObject({
      unread: 1,
    })
  })

  test('reading all notifications up to an id marks these as read, and no later ones', async () => {
    const [, , third = 0] = await writeNotices(3, ana, ben)
    const [later = 0] = await writeNotices(1, ana)
    const answer = await ana.ok(api.readNotifications, { body: { upTo: third } })
    expect(answer).toEqual({ unread: 1, latestId: later })
    expect(await ana.ok(api.countUnread)).toEqual(answer)
    expect((await readIds(ana)).length).toBe(3)
    expect(await ben.ok(api.countUnread)).toMatchObject({ unread: 3 })
  })

  test('reading the newest notification does not change the latest id', async () => {
    const [first = 0, second = 0] = await writeNotices(2, ana)
    const answer = await ana.ok(api.readNotification, { params: { notificationId: second } })
    expect(answer).toEqual({ unread: 1, latestId: second })
    expect(await ana.ok(api.readNotification, { params: { notificationId: first } })).toEqual({
      unread: 0,
      latestId: second,
    })
  })

  test('reading a notification of another user is refused like reading an unknown one', async () => {
    const [bens = 0] = await writeNotices(1, ben)
    const [screen, bensScreen] = [await ana.open(), await ben.open()]
    for (const notificationId of [bens, bens + 1_000, Number.MAX_SAFE_INTEGER]) {
      const answer = await ana.call(api.readNotification, { params: { notificationId } })
      expect([answer.status, answer.body]).toEqual([
        404,
        { code: 'notification-not-found', message: 'Notification not found' },
      ])
    }
    expect(await ana.ok(api.readNotifications, { body: { upTo: Number.MAX_SAFE_INTEGER } })).toEqual({
      unread: 0,
      latestId: 0,
    })
    expect(await ben.ok(api.countUnread)).toEqual({ unread: 1, latestId: bens })
    for (const received of [await screen.settled(), await bensScreen.settled()]) {
      expect(received.filter(changed)).toEqual([])
    }
  })

  test('a request that marks notifications as read sends a message to all screens of the user, and to nobody else', async () => {
    const [first = 0, second = 0] = await writeNotices(2, ana, ben)
    const device = await ana.onAnotherDevice()
    const [here, there, bens] = [await ana.open(), await device.open(), await ben.open()]
    await ana.ok(api.readNotification, { params: { notificationId: first } })
    await device.ok(api.readNotifications, { body: { upTo: second } })
    await ana.ok(api.readNotifications, { body: { upTo: second } })
    for (const screen of [here, there]) expect((await screen.settled()).filter(changed)).toHaveLength(2)
    expect((await bens.settled()).filter(changed)).toEqual([])
    expect(await device.ok(api.countUnread)).toMatchObject({ unread: 0 })
  })
})

describe('status notices', () => {
  const [cora, dan] = app.users('Cora', 'Dan')

  test('status notices of several groups are listed with other notifications, newest first, each only once', async () => {
    const groups = [await app.groupOf(cora, dan), await app.groupOf(cora, dan), await app.groupOf(cora, dan)]
    const { unread: before } = await cora.ok(api.countUnread)
    for (let n = 0; n < 20; n++) {
      for (const { id } of groups) await becomeAvailable(dan, id)
      if (n % 4 === 0) await writeNotices(1, cora)
    }
    const list = await listAll(cora)
    const ids = list.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
    expect(list.filter(({ action }) => action === 'status')).toHaveLength(60)
    expect(list.filter(({ read }) => !read)).toHaveLength(before + 65)
    expect(await cora.ok(api.countUnread)).toEqual({ unread: before + 65, latestId: ids[0] })
    expect((await listAll(dan)).filter(({ action }) => action === 'status')).toEqual([])
  })

  test('status notices can be read one by one and up to an id, and a concurrent new notice stays unread', async () => {
    const { id: groupId } = await app.groupOf(cora, dan)
    for (let n = 0; n < 5; n++) await becomeAvailable(dan, groupId)
    const statusNotices = async () =>
      (await listAll(cora)).filter(one => one.relatedGroupId === groupId && one.action === 'status')
    const [fifth, fourth, third, second, first] = (await statusNotices()).map(({ id }) => id) as number[]
    await cora.ok(api.readNotification, { params: { notificationId: fourth as number } })
    await cora.ok(api.readNotification, { params: { notificationId: first as number } })
    await cora.ok(api.readNotifications, { body: { upTo: second as number } })
    const unreadOnes = async () => (await statusNotices()).filter(({ read }) => !read).map(({ id }) => id)
    expect(await unreadOnes()).toEqual([fifth, third])
    await Promise.all([
      cora.ok(api.readNotifications, { body: { upTo: fifth as number } }),
      becomeAvailable(dan, groupId),
    ])
    expect(await unreadOnes()).toHaveLength(1)
    expect(await cora.ok(api.countUnread)).toMatchObject({ unread: 1 })
  })

  test('an unread notice about a member who has left is listed, however many of the user’s own notices came after it', async () => {
    const { id: groupId } = await app.groupOf(cora, dan)
    await becomeAvailable(dan, groupId)
    for (let n = 0; n < 200; n++) await becomeAvailable(cora, groupId)
    await dan.ok(api.leaveGroup, { params: { groupId } })
    const unread = (await listAll(cora)).filter(({ read }) => !read)
    const ofGroup = unread.filter(one => one.relatedGroupId === groupId && one.action === 'status')
    expect(ofGroup).toMatchObject([{ relatedUserId: dan.userId }])
    expect(await cora.ok(api.countUnread)).toMatchObject({ unread: unread.length })
  })

  test('reading a status notice that the user may not see is refused like reading an unknown one', async () => {
    const { id: groupId } = await app.groupOf(cora, dan)
    await becomeAvailable(dan, groupId)
    const [{ id: notificationId } = { id: 0 }] = await listAll(cora)
    const answerTo = async (user: TestUser, id: number) => {
      const { status, body } = await user.call(api.readNotification, { params: { notificationId: id } })
      return { status, body }
    }
    const unknown = await answerTo(ana, notificationId + 1_000)
    expect(unknown.status).toBe(404)
    // Ana is not a member, and the notice is about Dan himself.
    for (const user of [ana, dan]) expect(await answerTo(user, notificationId)).toEqual(unknown)
    await app.join(cora, groupId, ana)
    expect(await answerTo(ana, notificationId)).toEqual(unknown)
    expect((await listAll(ana)).filter(({ action }) => action === 'status')).toEqual([])
    await becomeAvailable(dan, groupId)
    expect((await listAll(ana)).filter(({ action }) => action === 'status')).toHaveLength(1)
  })
})

async function becomeAvailable(user: TestUser, groupId: string): Promise<void> {
  for (const status of [false, true]) await user.turn(groupId, status)
}

async function listAll(user: TestUser) {
  const pages = [await user.ok(api.listNotifications)]
  for (let next = pages[0]?.nextBefore; next; next = pages.at(-1)?.nextBefore)
    pages.push(await user.ok(api.listNotifications, { query: { before: next } }))
  return pages.flatMap(({ notifications }) => notifications)
}

const changed = (message: LiveMessage) => message[0] === 'notifications.changed'

/** Writes announcements with notifications for all recipients. Returns the ids of the announcements, oldest first. */
async function writeNotices(count: number, ...recipients: TestUser[]): Promise<number[]> {
  const written = await app.database
    .insert(notices)
    .values(
      Array.from({ length: count }, (_, n) => ({
        type: 'admin' as const,
        action: 'announced' as const,
        message: `News ${n}`,
        createdAt: app.clock.now(),
      })),
    )
    .returning({ id: notices.id })
  const ids = written.map(({ id }) => id).sort((a, b) => a - b)
  for (const { userId } of recipients) {
    await app.database.insert(notifications).values(ids.map(noticeId => ({ userId, noticeId })))
  }
  return ids
}

async function readIds(user: TestUser): Promise<number[]> {
  const notifications = await user.notices()
  return notifications.filter(({ read }) => read).map(({ id }) => id)
}
