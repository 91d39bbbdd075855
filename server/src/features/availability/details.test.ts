import type { Availability } from '@grouplight/contract/availability.ts'
import type { LiveMessage } from '@grouplight/contract/live.ts'
import { eq, isNotNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addMs, hourMs, minuteMs } from '#platform/clock.ts'
import { memberships, notices } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { statusAndCode } from '#testing/keys.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()
const [ana, ben] = app.users('Ana', 'Ben')
let groupId: string
let version: number

beforeEach(async () => {
  const group = await app.groupOf(ana, ben)
  groupId = group.id
  version = group.version
})

type Body = { status: boolean; forMinutes?: number; until?: string | null; note?: string | null }

const put = (who: TestUser, body: Body): Promise<Availability> =>
  who.ok(api.setAvailability, { params: { groupId, userId: who.userId }, body })

const refused = (body: unknown) =>
  ana.request('PUT', `/api/groups/${groupId}/members/${ana.userId}/availability`, body)

async function memberAs(viewer: TestUser, member: TestUser) {
  const { members } = await viewer.group(groupId)
  return members.find(({ userId }) => userId === member.userId)
}

const isAboutAvailability = ([name, id]: LiveMessage) =>
  id === groupId && (name === 't' || name === 'group.changed')

describe('the end and the note of an availability', () => {
  test('other members see the end and the note, and open screens receive them in one message with the status', async () => {
    await put(ben, { status: false })
    const screen = await ana.open()
    const before = app.clock.now()
    const answer = await put(ben, { status: true, forMinutes: 90, note: '  up for  coffee ' })

    const untilMs = Date.parse(answer.until ?? '')
    expect(untilMs - before.getTime()).toBeGreaterThanOrEqual(90 * minuteMs)
    expect(untilMs - Date.parse(answer.lastUpdated)).toBe(90 * minuteMs)
    expect(answer).toMatchObject({ status: true, note: 'up for coffee', unconfirmedSince: null })
    expect(answer.version).toBe(version + 2)
    expect((await screen.settled()).filter(isAboutAvailability)).toEqual([
      [
        ...['t', groupId, version + 2, Date.parse(answer.lastUpdated)],
        { [ben.userId]: expect.any(Number) },
        { [ben.userId]: [untilMs, 'up for coffee', 0] },
      ],
    ])
    expect(await memberAs(ana, ben)).toEqual({
      userId: ben.userId,
      displayName: 'Ben',
      status: true,
      lastUpdated: answer.lastUpdated,
      until: answer.until,
      note: 'up for coffee',
    })
  })

  test('changing the end or the note keeps the start, and setting the same end again changes nothing', async () => {
    const { lastUpdated } = await put(ana, { status: true })
    const screen = await ben.open()
    const until = addMs(app.clock.now(), 2 * hourMs).toISOString()
    expect(await put(ana, { status: true, until })).toMatchObject({ lastUpdated, until, note: null })
    expect(await put(ana, { status: true, until })).toMatchObject({ until, version: version + 1 })
    expect(await put(ana, { status: true, until: null, note: 'here' })).toMatchObject({
      lastUpdated,
      until: null,
      note: 'here',
      version: version + 2,
    })
    expect((await screen.settled()).filter(isAboutAvailability).map(([name]) => name)).toEqual(['t', 't'])
  })

  test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-01:00'])(
    'the impossible end %s is refused, and another toggle of the same moment succeeds',
    async until => {
      await put(ben, { status: false })
      const body = { status: true, until }
      const [refused, toggled] = await Promise.all([
        ana.call(api.setAvailability, { params: { groupId, userId: ana.userId }, body }),
        ben.call(api.setAvailability, { params: { groupId, userId: ben.userId }, body: { status: true } }),
      ])
      expect(statusAndCode(refused)).toBe('400 until-not-possible')
      expect(toggled.status).toBe(200)
    },
  )

  test('if the member has no usual end, a toggle without details removes the stored end and note', async () => {
    const plain = { until: null, note: null }
    await put(ana, { status: true, forMinutes: 30, note: 'here' })
    expect(await put(ana, { status: true })).toMatchObject(plain)
    await put(ana, { status: true, forMinutes: 30, note: 'here' })
    expect(await put(ana, { status: false })).toMatchObject(plain)
    expect(await put(ana, { status: true })).toMatchObject(plain)
    expect(await memberAs(ben, ana)).not.toHaveProperty('until')
    expect(await rowOf(ana)).toMatchObject({ availableUntil: null, note: null, dueAt: null })
  })

  test.each<[string, () => unknown, number, string]>([
    ['an end in the past', () => ({ until: addMs(app.clock.now(), -1_000) }), 400, 'until-not-possible'],
    [
      'an end after more than 7 days',
      () => ({ until: addMs(app.clock.now(), 169 * hourMs) }),
      400,
      'until-not-possible',
    ],
    ['an end after 0 minutes', () => ({ forMinutes: 0 }), 400, 'invalid-input'],
    ['an end after too many minutes', () => ({ forMinutes: 10_081 }), 400, 'invalid-input'],
    ['an end after half a minute', () => ({ forMinutes: 0.5 }), 400, 'invalid-input'],
    ['an end without a time zone', () => ({ until: '2026-01-01T12:00:00' }), 400, 'invalid-input'],
    [
      'a request with two ends',
      () => ({ forMinutes: 5, until: addMs(app.clock.now(), hourMs) }),
      400,
      'invalid-input',
    ],
    ['an end while Unavailable', () => ({ status: false, forMinutes: 5 }), 400, 'invalid-input'],
    ['a note while Unavailable', () => ({ status: false, note: 'here' }), 400, 'invalid-input'],
    ['a note of 61 characters', () => ({ note: 'n'.repeat(61) }), 400, 'invalid-input'],
    ['an empty note', () => ({ note: ' ' }), 400, 'invalid-input'],
    ['a note that reverses the direction of the text', () => ({ note: 'a\u202eb' }), 400, 'invalid-input'],
    ['a web address as a note', () => ({ note: 'www.example.org' }), 400, 'invalid-input'],
  ])('%s is refused, and nothing changes', async (_, wrong, status, code) => {
    const given = wrong() as object
    expect(await refused({ status: true, ...given })).toMatchObject({ status, body: { code } })
    expect((await ana.group(groupId)).version).toBe(version)
  })

  test('line breaks in a note become spaces, and 60 characters are allowed', async () => {
    const note = '🐎'.repeat(30)
    expect(await put(ana, { status: true, note: `${note}\n${'n'.repeat(29)}` })).toMatchObject({
      note: `${note} ${'n'.repeat(29)}`,
    })
  })

  test('the permission is checked before the requested end', async () => {
    const path = `/api/groups/${groupId}/members/${ana.userId}/availability`
    const body = { status: true, until: '2000-01-01T00:00:00Z' }
    expect((await app.guest().request('PUT', path, body)).status).toBe(401)
    const stranger = await app.signUp('Eve')
    expect(await stranger.request('PUT', path, body)).toMatchObject({ status: 404 })
    expect(await ben.request('PUT', path, body)).toMatchObject({ body: { code: 'not-your-availability' } })
  })
})

describe('the notification that an availability has ended', () => {
  const ended = async (who: TestUser) => {
    const notifications = await who.notices()
    return notifications.filter(
      ({ action, relatedGroupId }) => action === 'ended' && relatedGroupId === groupId,
    )
  }

  async function endBens() {
    const { until } = await put(ben, { status: true, forMinutes: 1 })
    const screen = await ben.open()
    app.clock.advance(61_000)
    await app.runMaintenance()
    await screen.next(([name]) => name === 'notifications.changed')
    return { until, screen }
  }

  test('only the member gets the notification, with the time of the end', async () => {
    const { until } = await endBens()
    expect(await ended(ben)).toMatchObject([
      {
        type: 'membership',
        message: 'Your availability in Mountain Rescue has ended',
        createdAt: until,
        read: false,
      },
    ])
    expect(await ended(ana)).toEqual([])
  })

  test.each([
    ['a toggle', () => put(ben, { status: true })],
    ['a toggle with an end', () => put(ben, { status: true, forMinutes: 5 })],
    ['a toggle in all groups', () => ben.ok(api.setAvailabilityInGroups, { body: { status: true } })],
  ])(
    'becoming Available by %s removes the notification and sends the member a live message',
    async (_, toggle) => {
      const { screen } = await endBens()
      screen.clear()
      await toggle()
      await screen.next(([name]) => name === 'notifications.changed')
      expect(await ended(ben)).toEqual([])
      expect(await app.database.$count(notices, eq(notices.action, 'ended'))).toBe(
        await app.database.$count(memberships, isNotNull(memberships.availabilityNoticeId)),
      )
    },
  )

  test('setting the status to Unavailable again keeps the notification, except for all groups together', async () => {
    await endBens()
    await put(ben, { status: false })
    expect(await ended(ben)).toHaveLength(1)
    await ben.ok(api.setAvailabilityInGroups, { body: { status: false } })
    expect(await ended(ben)).toEqual([])
  })
})

describe('the end of an availability', () => {
  test('an availability ends once, and other members receive the exact time of the end', async () => {
    const { until } = await put(ben, { status: true, forMinutes: 1, note: 'here' })
    const screen = await ana.open()
    app.clock.advance(59_000)
    await app.runMaintenance()
    expect((await screen.settled()).filter(isAboutAvailability)).toEqual([])
    app.clock.advance(2_000)
    await app.runMaintenance()
    await app.runMaintenance()
    const untilMs = Date.parse(until ?? '')
    // The server's own job may end the availability at the same time, so the test waits for the message.
    await screen.next(isAboutAvailability)
    expect((await screen.settled()).filter(isAboutAvailability)).toEqual([
      ['t', groupId, version + 2, untilMs, { [ben.userId]: 0 }],
    ])
    expect(await memberAs(ana, ben)).toEqual({
      userId: ben.userId,
      displayName: 'Ben',
      status: false,
      lastUpdated: until,
    })
    expect(await rowOf(ben)).toMatchObject({ availableUntil: null, note: null, dueAt: null })
  })

  test('open screens do not get the exact time of an end that was more than 25 hours ago', async () => {
    const { until } = await put(ben, { status: true, forMinutes: 1 })
    const screen = await ana.open()
    app.clock.advance(27 * hourMs)
    await app.runMaintenance()
    await screen.next(([name]) => name === 'group.changed')
    expect(JSON.stringify(await screen.settled())).not.toContain(String(Date.parse(until ?? '')))
  })

  test('after two ends at different times that are carried out together, open screens fetch the group', async () => {
    const first = await put(ben, { status: true, forMinutes: 1 })
    const second = await put(ana, { status: true, forMinutes: 2 })
    const screen = await ana.open()
    app.clock.advance(hourMs)
    await app.runMaintenance()
    await screen.next(([name]) => name === 'group.changed')
    expect(await memberAs(ben, ben)).toMatchObject({ status: false, lastUpdated: first.until })
    expect(await memberAs(ben, ana)).toMatchObject({ status: false, lastUpdated: second.until })
  })
})

async function rowOf({ userId }: TestUser) {
  const found = await app.database.select().from(memberships).where(eq(memberships.userId, userId))
  return found.find(row => row.groupId === groupId)
}
