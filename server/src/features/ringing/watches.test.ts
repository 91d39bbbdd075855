import { maxWatchesPerUser } from '@grouplight/contract/watch.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { disableAccount } from '#features/account/disable-account.ts'
import { hourMs, minuteMs } from '#platform/clock.ts'
import { groups, watches } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { checkInvariants } from '#testing/model/invariants.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useOwnTestApp()
const [ana, ben, cyd, dan] = app.users('Ana', 'Ben', 'Cyd', 'Dan')
const everybody = [ana, ben, cyd, dan]
let groupId: string

beforeEach(async () => {
  groupId = (await app.groupOf(ana, ben, cyd, dan)).id
  await app.database.delete(watches)
  await Promise.all(everybody.map(user => set(user, false)))
})

afterEach(() => {
  vi.restoreAllMocks()
})

const set = (user: TestUser, status: boolean) => user.turn(groupId, status)
type Wish = { memberId: string } | { needed: number }
const tryToAdd = (user: TestUser, wish: Wish, forMinutes = 60) =>
  user.call(api.addWatch, { params: { groupId }, body: { ...wish, forMinutes } })
const add = (user: TestUser, wish: Wish, forMinutes = 60) =>
  user.ok(api.addWatch, { params: { groupId }, body: { ...wish, forMinutes } })
const list = async (user: TestUser) => (await user.ok(api.listWatches, { params: { groupId } })).watches

/**
 * Returns the sentences of the unread notifications about fulfilled watches in the group, the oldest first. Also checks the
 * invariants.
 */
async function sentencesFor(user: TestUser): Promise<string[]> {
  await checkInvariants(app.database)
  const notifications = await user.notices()
  return notifications
    .filter(({ relatedGroupId, read }) => relatedGroupId === groupId && !read)
    .filter(({ action }) => ['awaited', 'reached'].includes(action))
    .map(({ message }) => message)
    .reverse()
}

async function isMarked(): Promise<boolean> {
  const found = await app.database.select().from(groups)
  return found.find(({ id }) => id === groupId)?.watched ?? false
}

const benIsAvailable = 'You wanted to know: Ben is now available in Mountain Rescue'
const available = (count: number) =>
  `${count === 1 ? '1 other is' : `${count} others are`} now available in Mountain Rescue`

describe('a watch of a member', () => {
  test('when a member becomes Available, a watch of the member notifies its user once, and notifies nobody else', async () => {
    await add(ana, { memberId: ben.userId })
    await set(cyd, true)
    expect(await sentencesFor(ana)).toEqual([])
    await set(ben, true)
    expect(await sentencesFor(ana)).toEqual([benIsAvailable])
    await set(ben, false)
    await set(ben, true)
    expect(await sentencesFor(ana)).toEqual([benIsAvailable])
    for (const user of [ben, cyd, dan]) expect(await sentencesFor(user)).toEqual([])
    expect([await list(ana), await isMarked()]).toEqual([[], false])
  })

  test('a fulfilled watch changes neither the answer of the toggle nor its live message, version or status notice', async () => {
    const { version } = await set(ben, true)
    await set(ben, false)
    await add(ana, { memberId: ben.userId })
    const [anas, cyds] = [await ana.open(), await cyd.open()]
    const answer = await set(ben, true)
    const { lastUpdated } = answer
    expect(answer).toEqual({
      groupId,
      userId: ben.userId,
      status: true,
      version: version + 2,
      lastUpdated,
      until: null,
      note: null,
      unconfirmedSince: null,
    })
    const notifications = await cyd.notices()
    const [notice] = notifications
    expect(notice).toMatchObject({ action: 'status', relatedUserId: ben.userId, read: false })
    const toggled = ['t', groupId, version + 2, Date.parse(lastUpdated), { [ben.userId]: notice?.id }]
    expect(await cyds.settled()).toEqual([expect.anything(), toggled])
    expect(await anas.settled()).toEqual([
      expect.anything(),
      toggled,
      ['notifications.changed'],
      ['watch.fulfilled', groupId, ben.userId],
    ])
  })

  test('a watch is also fulfilled with the ringing rules “none” and “followed”', async () => {
    const readAll = () => ana.ok(api.readNotifications, { body: { upTo: Number.MAX_SAFE_INTEGER } })
    await readAll()
    for (const rule of ['none', 'followed'] as const) {
      await ana.ok(api.setRingingRule, { params: { groupId }, body: { rule } })
      await add(ana, { memberId: ben.userId })
      await set(ben, true)
      expect(await sentencesFor(ana)).toEqual([benIsAvailable])
      expect(await ana.ok(api.countUnread)).toMatchObject({ unread: 1 })
      await readAll()
      await set(ben, false)
    }
  })

  test('all users who wait for the same member get the same notice', async () => {
    for (const user of [ana, cyd, dan]) await add(user, { memberId: ben.userId })
    await set(ben, true)
    const ids = new Set<number>()
    for (const user of [ana, cyd, dan]) {
      expect(await sentencesFor(user)).toEqual([benIsAvailable])
      for (const { id, action, relatedGroupId } of await user.notices())
        if (action === 'awaited' && relatedGroupId === groupId) ids.add(id)
    }
    expect(ids.size).toBe(1)
  })

  test('a watch ends when its user or the awaited member leaves the group', async () => {
    await add(ana, { memberId: ben.userId })
    await add(cyd, { memberId: dan.userId })
    for (const user of [ben, cyd]) await user.ok(api.leaveGroup, { params: { groupId } })
    expect(await app.database.$count(watches)).toBe(0)
    await set(dan, true)
    expect([await sentencesFor(ana), await isMarked()]).toEqual([[], false])
  })
})

describe('a watch of a number', () => {
  test('a watch of a number counts the other members, and is fulfilled as soon as enough of them are Available', async () => {
    await add(ana, { needed: 2 })
    await set(ana, true)
    await set(ben, true)
    await set(ben, false)
    await set(cyd, true)
    expect(await sentencesFor(ana)).toEqual([])
    await set(dan, true)
    expect(await sentencesFor(ana)).toEqual([available(2)])
    await set(ben, true)
    expect(await sentencesFor(ana)).toEqual([available(2)])
  })

  test('a member with an open question does not count until the question is answered', async () => {
    await ben.ok(api.updateQuestionSettings, {
      params: { groupId },
      body: { askAgain: { afterMinutes: 60, endsUnanswered: false } },
    })
    for (const user of [ben, cyd]) await set(user, true)
    app.clock.advance(61 * minuteMs)
    await app.runMaintenance()
    await add(ana, { needed: 2 })
    await set(cyd, false)
    await set(cyd, true)
    expect(await sentencesFor(ana)).toEqual([])
    await ben.ok(api.confirmAvailability, { params: { groupId } })
    expect(await sentencesFor(ana)).toEqual([available(2)])
    await ben.ok(api.updateQuestionSettings, { params: { groupId }, body: { askAgain: null } })
  })

  test('a new end answers an open question, so its member counts', async () => {
    await ben.ok(api.updateQuestionSettings, {
      params: { groupId },
      body: { askAgain: { afterMinutes: 60, endsUnanswered: false } },
    })
    await set(ben, true)
    app.clock.advance(61 * minuteMs)
    await app.runMaintenance()
    await add(ana, { needed: 1 })
    const params = { groupId, userId: ben.userId }
    await ben.ok(api.setAvailability, { params, body: { status: true, forMinutes: 60 } })
    expect(await sentencesFor(ana)).toEqual([available(1)])
    await ben.ok(api.updateQuestionSettings, { params: { groupId }, body: { askAgain: null } })
  })

  test('watches of a number are fulfilled by toggles that arrive together', async () => {
    await add(ana, { needed: 1 })
    await add(ana, { needed: 3 })
    await add(ben, { needed: 1 })
    await Promise.all([ben, cyd, dan].map(user => set(user, true)))
    expect((await sentencesFor(ana)).at(-1)).toBe(available(3))
    expect((await sentencesFor(ana)).length).toBeLessThanOrEqual(2)
    expect(await sentencesFor(ben)).toHaveLength(1)
    expect([await list(ana), await list(ben), await isMarked()]).toEqual([[], [], false])
  })

  test('a new member who is immediately Available fulfils a watch of a number', async () => {
    const eve = await app.signUp('Eve')
    await add(ana, { needed: 1 })
    await app.join(ana, groupId, eve)
    expect(await sentencesFor(ana)).toEqual([available(1)])
    expect([await list(ana), await isMarked()]).toEqual([[], false])
  })
})

test('a toggle that changes nothing, is refused, or makes somebody Unavailable fulfils no watch', async () => {
  await set(cyd, true)
  await add(ana, { memberId: ben.userId })
  const eve = await app.signUp('Eve')
  await set(cyd, true)
  await set(cyd, false)
  const params = { groupId, userId: ben.userId }
  for (const user of [eve, cyd])
    expect((await user.call(api.setAvailability, { params, body: { status: true } })).status).toBeGreaterThan(
      400,
    )
  expect([await sentencesFor(ana), (await list(ana)).length]).toEqual([[], 1])
})

test('a watch in a group makes toggles to Available run in a transaction, but not toggles to Unavailable', async () => {
  const transaction = vi.spyOn(app.database, 'transaction')
  for (const status of [true, false]) await set(ben, status)
  expect(transaction).not.toHaveBeenCalled()
  await add(ana, { needed: 3 })
  transaction.mockClear()
  await set(ben, true)
  expect(transaction).toHaveBeenCalledTimes(1)
  await set(ben, false)
  expect(transaction).toHaveBeenCalledTimes(1)
})

test('if fulfilling the watches fails, the toggle fails and changes nothing; toggles in other groups succeed', async () => {
  const { id: other } = await app.groupOf(cyd)
  await add(ana, { memberId: ben.userId })
  vi.spyOn(app.services.availabilityListener, 'availabilityChanged').mockRejectedValueOnce(new Error('no'))
  const toggle = (user: TestUser, id: string, status: boolean) =>
    user.call(api.setAvailability, { params: { groupId: id, userId: user.userId }, body: { status } })
  const answers = await Promise.all([toggle(ben, groupId, true), toggle(cyd, other, false)])
  expect(answers.map(({ status }) => status)).toEqual([500, 200])
  const { members } = await ana.group(groupId)
  expect(members.filter(({ status }) => status)).toEqual([])
  expect(await sentencesFor(ana)).toEqual([])
  await set(ben, true)
  expect(await sentencesFor(ana)).toEqual([benIsAvailable])
})

describe('adding a watch', () => {
  test('a watch that is fulfilled already is refused', async () => {
    await set(ben, true)
    for (const wish of [{ memberId: ben.userId }, { needed: 1 }])
      expect(await tryToAdd(ana, wish)).toMatchObject({ status: 409, body: { code: 'watch-fulfilled' } })
    expect([await list(ana), await isMarked()]).toEqual([[], false])
    expect((await tryToAdd(ana, { memberId: ana.userId })).status).toBe(404)
    // Ben himself does not count for his own watch.
    expect((await tryToAdd(ben, { needed: 1 })).status).toBe(200)
  })

  test.each([
    [{ forMinutes: 60 }, 'Either memberId or needed is required.'],
    [{ memberId: 'AAAAAAAAAAAA', needed: 1, forMinutes: 60 }, 'Either memberId or needed is required.'],
    [{ memberId: 'a\u0000b', forMinutes: 60 }, 'memberId is not an id.'],
    [{ needed: 0, forMinutes: 60 }, 'needed must be at least 1.'],
    [{ needed: 2_147_483_648, forMinutes: 60 }, 'needed must be at most 100000.'],
    [{ needed: 1, forMinutes: 0 }, 'forMinutes must be at least 1.'],
    [{ needed: 1, forMinutes: 1_441 }, 'forMinutes must be at most 1440.'],
  ])('a watch with %j is refused', async (body, message) => {
    const reply = await ana.request('POST', `/api/groups/${groupId}/watches`, body)
    expect([reply.status, reply.body]).toMatchObject([400, { code: 'invalid-input', message }])
  })

  test('adding a watch a second time changes its end', async () => {
    for (const wish of [{ memberId: ben.userId }, { needed: 2 }]) {
      const before = await add(ana, wish, 60)
      const after = await add(ana, wish, 5)
      expect(after).toEqual({ ...before, endsAt: after.endsAt })
      const earlierMs = Date.parse(before.endsAt) - Date.parse(after.endsAt)
      expect(Math.round(earlierMs / minuteMs)).toBe(55)
    }
    expect(await list(ana)).toHaveLength(2)
  })

  test('a user can have at most 20 watches that have not ended, even if more are added at the same time and in several groups', async () => {
    const { id: other } = await app.groupOf(ana, ben)
    for (let needed = 2; needed <= 11; needed++) await add(ana, { needed }, 1)
    const body = { forMinutes: 60 }
    const asked = Array.from({ length: 20 }, (_, n) =>
      [groupId, other].map(id => ({ id, needed: n + 50 })),
    ).flat()
    const answers = await Promise.all(
      asked.map(({ id, needed }) =>
        ana.call(api.addWatch, { params: { groupId: id }, body: { ...body, needed } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({
      status: 409,
      body: { code: 'too-many-watches' },
    })
    // The end of an existing watch can still be changed.
    expect((await tryToAdd(ana, { needed: 2 }, 1)).status).toBe(200)
    app.clock.advance(minuteMs)
    expect((await tryToAdd(ana, { needed: 99 })).status).toBe(200)
  })

  test('a watch that has ended counts against the maximum when it is added again', async () => {
    await add(ana, { needed: 2 }, 1)
    app.clock.advance(minuteMs)
    for (let needed = 3; needed < 3 + maxWatchesPerUser; needed++) await add(ana, { needed })
    expect(await tryToAdd(ana, { needed: 2 })).toMatchObject({
      status: 409,
      body: { code: 'too-many-watches' },
    })
    expect(await list(ana)).toHaveLength(maxWatchesPerUser)
  })
})

test('a watch that has ended is neither listed nor fulfilled, and maintenance deletes it', async () => {
  await add(ana, { memberId: ben.userId }, 60)
  await add(ana, { memberId: cyd.userId }, 61)
  expect(await list(ana)).toHaveLength(2)
  app.clock.advance(hourMs)
  expect(await list(ana)).toMatchObject([{ memberId: cyd.userId }])
  await set(ben, true)
  expect(await sentencesFor(ana)).toEqual([])
  expect([await app.database.$count(watches), await isMarked()]).toEqual([1, true])
  app.clock.advance(minuteMs)
  await app.runMaintenance()
  expect(await app.database.$count(watches)).toBe(0)
  await set(cyd, true)
  expect([await sentencesFor(ana), await isMarked()]).toEqual([[], false])
})

test('watches are listed for their user only, those that end first before the others, until they are removed', async () => {
  const later = await add(ana, { memberId: ben.userId }, 60)
  const sooner = await add(ana, { needed: 3 }, 5)
  expect(later).toMatchObject({ groupId, memberId: ben.userId, needed: null })
  expect([await list(ana), await list(ben)]).toEqual([[sooner, later], []])
  await ana.ok(api.removeWatch, { params: { watchId: later.id } })
  expect(await list(ana)).toEqual([sooner])
  await set(ben, true)
  expect(await sentencesFor(ana)).toEqual([])
})

test('deleting or disabling other accounts does not end a user’s watch of a member', async () => {
  const [eve, fay] = [await app.signUp('Eve'), await app.signUp('Fay')]
  groupId = (await app.groupOf(ana, ben, eve, fay)).id
  for (const user of [ana, ben, eve, fay]) await set(user, false)
  await add(eve, { memberId: ben.userId })
  await add(ana, { memberId: eve.userId })
  await add(ana, { memberId: ben.userId })
  await add(fay, { memberId: ben.userId })
  await eve.ok(api.deleteAccount, { body: { password: eve.password } })
  await disableAccount(app.services, fay)
  expect(await list(ana)).toMatchObject([{ memberId: ben.userId }])
  await set(ben, true)
  expect(await sentencesFor(ana)).toEqual([benIsAvailable])
})
