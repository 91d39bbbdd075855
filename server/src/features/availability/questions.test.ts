import { liveProtocol } from '@grouplight/contract/live.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { hourMs, minuteMs } from '#platform/clock.ts'
import { groups, memberships, pushes } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { FakePushService } from '#testing/fake-push-service.ts'
import { checkInvariants } from '#testing/model/invariants.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { actOnDue } from './act-on-due.ts'

const service = await FakePushService.open()
const app = useTestApp({ PUSH_SERVICES: service.origin })
afterAll(() => service.close())
const [ana, ben, cyd] = app.users('Ana', 'Ben', 'Cyd')
const question = 'Still available in Mountain Rescue?'
let groupId: string

beforeAll(async () => {
  await service.register(ben, 'ben')
})

/** At the start of each test, Ben has an interval of an hour, and Ana and Cyd have none. */
beforeEach(async () => {
  // Nobody is asked in the groups of earlier tests any more.
  await app.database.update(memberships).set({ dueAt: null })
  groupId = (await app.groupOf(ana, ben, cyd)).id
  await settings(ben, { askAgain: { afterMinutes: 60, endsUnanswered: false } })
  await waitUntilSent()
  service.clear()
})

const set = (user: TestUser, status: boolean, details = {}) => user.turn(groupId, status, details)
const settings = (user: TestUser, body: Record<string, unknown>) =>
  user.ok(api.updateQuestionSettings, { params: { groupId }, body })
const stateOfBen = (version: number, state: unknown) => [
  ...['t', groupId, version, expect.any(Number)],
  {},
  { [ben.userId]: state },
]
const confirm = (user: TestUser) => user.ok(api.confirmAvailability, { params: { groupId } })
const read = (user: TestUser) => user.group(groupId)

async function memberSeenBy(viewer: TestUser, { userId }: TestUser) {
  return (await read(viewer)).members.find(member => member.userId === userId)
}

async function membershipOf({ userId }: TestUser) {
  const [found] = await app.database
    .select()
    .from(memberships)
    .where(and(eq(memberships.groupId, groupId), eq(memberships.userId, userId)))
  return found
}

/** Returns, newest first, whether each question to the user about the group is read. Also checks the database's invariants. */
async function questionsOf(user: TestUser): Promise<('read' | 'unread')[]> {
  await checkInvariants(app.database)
  const notifications = await user.notices()
  return notifications
    .filter(({ action, relatedGroupId }) => action === 'asked' && relatedGroupId === groupId)
    .map(({ read, message, type }) => {
      expect([type, message]).toEqual(['membership', question])
      return read ? 'read' : 'unread'
    })
}

async function waitUntilSent(): Promise<void> {
  app.services.workers.push.wake()
  await vi.waitFor(async () => expect(await app.database.$count(pushes)).toBe(0))
}

async function wait(ms: number): Promise<void> {
  app.clock.advance(ms)
  await actOnDue(app.services)
}

describe('a question', () => {
  test('after the interval, the member is asked once and nobody else is asked; the stored status does not change', async () => {
    const { version } = await read(ana)
    const { unread } = await ben.ok(api.countUnread)
    await wait(59 * minuteMs)
    expect(await questionsOf(ben)).toEqual([])
    await wait(2 * minuteMs)
    await wait(0)
    expect(await questionsOf(ben)).toEqual(['unread'])
    expect((await ben.ok(api.countUnread)).unread).toBe(unread + 1)
    expect([await questionsOf(ana), await questionsOf(cyd)]).toEqual([[], []])
    await wait(23 * hourMs)
    expect(await questionsOf(ben)).toEqual(['unread'])
    expect(await read(ana)).toMatchObject({ version: version + 1, availableCount: 3, unconfirmedCount: 1 })
    expect(await membershipOf(ben)).toMatchObject({ status: true, dueAt: null })
  })

  test('open screens receive one message with the time since which the availability is not confirmed', async () => {
    await set(ben, false)
    const { lastUpdated, version } = await set(ben, true)
    const screens = await Promise.all([ana.open(), ben.open()])
    await wait(61 * minuteMs)
    const message = stateOfBen(version + 1, [0, '', Date.parse(lastUpdated)])
    for (const screen of screens)
      expect(
        (await screen.settled()).filter(([name]) => name !== 'hello' && name !== 'notifications.changed'),
      ).toEqual([message])
    expect(await memberSeenBy(ana, ben)).toMatchObject({
      status: true,
      unconfirmedSince: lastUpdated,
      lastUpdated,
    })
    expect(await memberSeenBy(ana, ana)).not.toHaveProperty('unconfirmedSince')
  })

  test('the message about a question and the group’s next live message have consecutive versions', async () => {
    const screen = await cyd.open()
    await wait(61 * minuteMs)
    const { version } = await read(cyd)
    await set(ana, false)
    expect((await screen.settled()).map(([name, , version]) => [name, version])).toEqual([
      ['hello', undefined],
      ['t', version],
      ['t', version + 1],
    ])
  })

  test('the push to the member offers two answers, and no device rings while the member is muted', async () => {
    await wait(61 * minuteMs)
    const [push] = await service.pushesTo('ben')
    expect(push?.payload.notification).toMatchObject({
      title: question,
      actions: [{ action: 'confirm' }, { action: 'end' }],
      data: { kind: 'membership.asked', groupId, userId: ben.userId, noticeId: expect.any(Number) },
    })
    await ben.ok(api.updateRingingSettings, { body: { muteForMinutes: 120 } })
    await confirm(ben)
    await wait(61 * minuteMs)
    await waitUntilSent()
    expect(service.requests).toEqual(['ben'])
    expect(await questionsOf(ben)).toEqual(['unread'])
    await ben.ok(api.updateRingingSettings, { body: { muteForMinutes: null } })
  })

  test('no question is asked if the availability ends before the interval is over', async () => {
    await set(ben, true, { forMinutes: 50 })
    await wait(61 * minuteMs)
    expect(await questionsOf(ben)).toEqual([])
    expect(await membershipOf(ben)).toMatchObject({ status: false, askedAt: null, dueAt: null })
  })

  test('when the creator chooses an interval, members who have not confirmed for that long are asked immediately', async () => {
    await settings(ben, { askAgain: null })
    await wait(90 * minuteMs)
    await ana.ok(api.setAskingInterval, { params: { groupId }, body: { minutes: 120 } })
    await wait(0)
    expect((await read(ana)).unconfirmedCount).toBeUndefined()
    await ana.ok(api.setAskingInterval, { params: { groupId }, body: { minutes: 60 } })
    await wait(0)
    expect((await read(ana)).unconfirmedCount).toBe(3)
    for (const user of [ana, ben, cyd]) expect(await questionsOf(user)).toEqual(['unread'])
  })

  test('after 25 hours, `unconfirmedSince` is coarse for other members, but exact for the member', async () => {
    const since = (await memberSeenBy(ben, ben))?.lastUpdated
    await wait(61 * minuteMs)
    expect((await memberSeenBy(ana, ben))?.unconfirmedSince).toBe(since)
    app.clock.advance(25 * hourMs)
    expect((await memberSeenBy(ana, ben))?.unconfirmedSince).toBe(`${since?.slice(0, 10)}T12:00:00.000Z`)
    expect((await memberSeenBy(ben, ben))?.unconfirmedSince).toBe(since)
  })
})

describe('the answer to a question', () => {
  test('the answer yes confirms the availability, notifies nobody, and starts the interval again', async () => {
    await set(ben, true, { note: 'Chess' })
    await wait(61 * minuteMs)
    const { version, members } = await read(ana)
    const before = members.find(({ userId }) => userId === ben.userId)
    const unread = (await ana.ok(api.countUnread)).unread
    const screens = await Promise.all([ana.open(), ben.open()])
    const answer = await confirm(ben)
    expect(answer).toMatchObject({
      status: true,
      note: 'Chess',
      unconfirmedSince: null,
      version: version + 1,
    })
    expect(answer.lastUpdated).toBe(before?.lastUpdated)
    const details = stateOfBen(version + 1, [0, 'Chess', 0])
    const [anas, bens] = await Promise.all(screens.map(screen => screen.settled()))
    expect(anas).toEqual([['hello', { protocol: liveProtocol }], details])
    expect(bens).toEqual(expect.arrayContaining([details, ['notifications.changed']]))
    expect(await memberSeenBy(ana, ben)).toEqual({
      userId: ben.userId,
      displayName: 'Ben',
      status: true,
      note: 'Chess',
      lastUpdated: answer.lastUpdated,
    })
    expect(await questionsOf(ben)).toEqual(['read'])
    expect((await ana.ok(api.countUnread)).unread).toBe(unread)
    await wait(59 * minuteMs)
    expect(await questionsOf(ben)).toEqual(['read'])
    await wait(2 * minuteMs)
    expect(await questionsOf(ben)).toEqual(['unread'])
  })

  test('neither a second answer nor an answer without a question changes anything', async () => {
    const { version } = await confirm(ben)
    expect(version).toBe((await read(ana)).version)
    await wait(61 * minuteMs)
    const first = await confirm(ben)
    app.clock.advance(minuteMs)
    const screen = await ana.open()
    expect(await confirm(ben)).toEqual(first)
    expect(await screen.settled()).toEqual([['hello', { protocol: liveProtocol }]])
    expect((await membershipOf(ben))?.confirmedAt).not.toEqual(app.clock.now())
  })

  test('an Unavailable member and a user outside the group cannot confirm', async () => {
    await set(ben, false)
    const answer = await ben.call(api.confirmAvailability, { params: { groupId } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'not-available' } })
    await cyd.ok(api.leaveGroup, { params: { groupId } })
    const outside = await cyd.call(api.confirmAvailability, { params: { groupId } })
    expect(outside).toMatchObject({ status: 404, body: { code: 'group-not-found' } })
  })

  test('if another user was asked, an answer is refused and confirms nothing', async () => {
    await wait(61 * minuteMs)
    const params = { groupId }
    const answer = await ben.call(api.confirmAvailability, { params, query: { userId: ana.userId } })
    expect(answer).toMatchObject({ status: 403, body: { code: 'not-your-availability' } })
    expect((await membershipOf(ben))?.askedAt).not.toBeNull()
    await ben.ok(api.confirmAvailability, { params, query: { userId: ben.userId } })
    expect((await membershipOf(ben))?.askedAt).toBeNull()
  })

  test.each([
    ['becoming Unavailable', () => set(ben, false)],
    ['setting Available again', () => set(ben, true)],
    ['a new end', () => set(ben, true, { forMinutes: 30 })],
    ['signing out', () => ben.ok(api.signOut)],
    ['leaving the group', () => ben.ok(api.leaveGroup, { params: { groupId } })],
    ['deleting the group', () => ana.ok(api.deleteGroup, { params: { groupId } })],
  ])('%s closes the question, and removes it from the list of notifications', async (_, answer) => {
    await wait(61 * minuteMs)
    await answer()
    if ((await membershipOf(ben))?.status) expect(await read(ana)).not.toHaveProperty('unconfirmedCount')
    const before = await membershipOf(ben)
    expect(before?.askedAt ?? null).toBeNull()
    await ben.signIn()
    expect(await questionsOf(ben)).toEqual([])
  })

  test('a member who becomes Available again is asked only after the interval', async () => {
    await wait(61 * minuteMs)
    await set(ben, false)
    await set(ben, true)
    await wait(59 * minuteMs)
    expect(await questionsOf(ben)).toEqual([])
    await wait(2 * minuteMs)
    expect(await questionsOf(ben)).toEqual(['unread'])
  })
})

describe('coverage', () => {
  const covered = async () => {
    const [group] = await app.database.select().from(groups).where(eq(groups.id, groupId))
    return group?.covered
  }

  test.each([
    ['confirming', () => confirm(ben), 3],
    ['setting Available again', () => set(ben, true), 3],
    ['a new end', () => set(ben, true, { forMinutes: 30 }), 3],
    ['becoming Unavailable', () => set(ben, false), 2],
    ['an end without an answer', () => wait(31 * minuteMs), 2],
    ['signing out', () => ben.ok(api.signOut).then(() => ben.signIn()), 2],
  ])(
    'a member with an open question does not cover, and the number of covering members is updated after %s',
    async (_, answer, after) => {
      await ana.ok(api.setNeeded, { params: { groupId }, body: { needed: 2 } })
      await settings(ben, { askAgain: { afterMinutes: 60, endsUnanswered: true } })
      expect(await covered()).toBe(3)
      await wait(61 * minuteMs)
      expect(await covered()).toBe(2)
      await answer()
      expect(await covered()).toBe(after)
    },
  )
})

describe('a question without an answer', () => {
  test('ends the availability after 30 minutes if the member has chosen this, and can then no longer be answered', async () => {
    await settings(ben, { askAgain: { afterMinutes: 60, endsUnanswered: true } })
    await wait(61 * minuteMs)
    const askedAt = (await membershipOf(ben))?.askedAt?.getTime() ?? 0
    await wait(28 * minuteMs)
    expect(await membershipOf(ben)).toMatchObject({ status: true })
    await wait(3 * minuteMs)
    const end = new Date(askedAt + 30 * minuteMs)
    expect(await membershipOf(ben)).toMatchObject({
      status: false,
      lastUpdated: end,
      askedAt: null,
      dueAt: null,
    })
    expect(await questionsOf(ben)).toEqual([])
    const unavailable = await ben.call(api.confirmAvailability, { params: { groupId } })
    expect(unavailable).toMatchObject({ status: 409, body: { code: 'not-available' } })
  })

  test('ends the availability 30 minutes after the choice if the question was already open', async () => {
    await wait(61 * minuteMs)
    await wait(50 * minuteMs)
    await settings(ben, { askAgain: { afterMinutes: 60, endsUnanswered: true } })
    const chosenAt = app.clock.now().getTime()
    await wait(20 * minuteMs)
    // A repeated choice changes nothing.
    await settings(ben, { askAgain: { afterMinutes: 60, endsUnanswered: true } })
    expect(await membershipOf(ben)).toMatchObject({ status: true })
    await wait(11 * minuteMs)
    const ended = await membershipOf(ben)
    expect(ended).toMatchObject({ status: false, askedAt: null })
    expect(Math.abs((ended?.lastUpdated.getTime() ?? 0) - chosenAt - 30 * minuteMs)).toBeLessThan(minuteMs)
  })

  test('an answer in time prevents the end', async () => {
    await settings(ben, { askAgain: { afterMinutes: 60, endsUnanswered: true } })
    await wait(61 * minuteMs)
    app.clock.advance(29 * minuteMs)
    await confirm(ben)
    await wait(10 * minuteMs)
    expect(await membershipOf(ben)).toMatchObject({ status: true, askedAt: null })
  })
})

describe('races', () => {
  test.skipIf(inject('postgresUrl') === null)('two concurrent nodes ask a member only once', async () => {
    const node = await app.anotherNode()
    app.clock.advance(61 * minuteMs)
    const { version } = await read(ana)
    await Promise.all([actOnDue(app.services), actOnDue(node.services), actOnDue(app.services)])
    expect(await questionsOf(ben)).toEqual(['unread'])
    expect((await read(ana)).version).toBe(version + 1)
  })

  test('with concurrent answers, toggles and questions, a question is open exactly if it is unread', async () => {
    for (let round = 0; round < 10; round++) {
      await set(ben, true)
      app.clock.advance(61 * minuteMs)
      const status = round % 2 === 0
      await Promise.all([
        actOnDue(app.services),
        status ? confirm(ben) : set(ben, false),
        actOnDue(app.services),
        status ? confirm(ben) : set(ben, false),
      ])
      const after = await membershipOf(ben)
      const questions = await questionsOf(ben)
      expect(after?.status).toBe(status)
      expect(questions.filter(question => question === 'unread')).toHaveLength(after?.askedAt ? 1 : 0)
      if (!status) expect(questions).toEqual([])
      if (after?.askedAt) await confirm(ben)
    }
  })
})
