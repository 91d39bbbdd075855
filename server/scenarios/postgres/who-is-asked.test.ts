import type { Call } from '@grouplight/contract/call.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addMs, hourMs, minuteMs } from '#platform/clock.ts'
import { groups, pushes } from '#platform/database/schema.ts'
import { allSent } from '#testing/all-sent.ts'
import { api } from '#testing/api.ts'
import { FakePushService } from '#testing/fake-push-service.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const service = await FakePushService.open()
const app = useTestApp({ PUSH_SERVICES: service.origin })
afterAll(() => service.close())

type Told = 'row' | 'ring' | 'ring without names' | 'email'
type Row = { told: Told[]; isUnavailable?: true; prepare?: (user: TestUser) => Promise<unknown> }

const params = () => ({ groupId })
const settings = (body: object) => (user: TestUser) => user.ok(api.updateRingingSettings, { body })
const becomes = (user: TestUser, status: boolean) =>
  user.ok(api.setAvailability, { params: { groupId, userId: user.userId }, body: { status } })

/** What each member hears when they are asked. All except one have a device. */
const members: Record<string, Row> = {
  'rings for all': { told: ['row', 'ring'] },
  'rings for nobody': {
    told: ['row', 'ring'],
    prepare: user => user.ok(api.setRingingRule, { params: params(), body: { rule: 'none' } }),
  },
  'follows nobody': {
    told: ['row', 'ring'],
    prepare: user => user.ok(api.setRingingRule, { params: params(), body: { rule: 'followed' } }),
  },
  'ignores calls': {
    told: [],
    prepare: user => user.ok(api.setCallAlerts, { params: params(), body: { on: false } }),
  },
  'in quiet hours': {
    told: ['row'],
    prepare: user => settings({ quietHours: quietHoursNow() })(user),
  },
  muted: { told: ['row'], prepare: settings({ muteForMinutes: 60 }) },
  'hides names': { told: ['row', 'ring without names'], prepare: settings({ hidesNames: true }) },
  'without a device': { told: ['row', 'email'] },
  'without a device and emails': { told: ['row'], prepare: settings({ mailsCalls: false }) },
  unavailable: { told: ['row', 'ring'], isUnavailable: true },
  'just joined': { told: ['row', 'ring'] },
}
const isWithoutDevice = (name: string) => name.startsWith('without a device')
const users: Record<string, TestUser> = {}
const [asker] = app.users('Ana')
let groupId: string

beforeAll(async () => {
  for (const name of Object.keys(members)) {
    const user = await app.signUp(name)
    users[name] = user
    if (!isWithoutDevice(name)) await service.register(user, pathOf(name))
  }
  await service.register(asker, 'Ana')
})

async function createGroup(): Promise<void> {
  await app.database.delete(groups)
  const { 'just joined': late, ...others } = users
  groupId = (await app.groupOf(asker, ...Object.values(others))).id
  await asker.ok(api.setAskers, { params: params(), body: { askers: 'admins' } })
  app.clock.advance(hourMs)
  for (const [name, user] of Object.entries(users)) {
    if (user === late) await app.join(asker, groupId, user)
    await user.ok(api.updateRingingSettings, { body: { quietHours: null, muteForMinutes: null } })
    await members[name]?.prepare?.(user)
    if (members[name]?.isUnavailable) await becomes(user, false)
  }
  await allSent(app)
  service.clear()
}

const open = (everybody: boolean): Promise<Call> => {
  const body = { text: 'Fire drill', everybody, needed: 1, forMinutes: 120 }
  return asker.ok(api.openCall, { params: params(), body })
}

async function toldTo(name: string): Promise<Told[]> {
  const user = users[name] as TestUser
  const { notifications } = await user.ok(api.listNotifications)
  const isRow = notifications.some(one => one.relatedGroupId === groupId && one.action === 'call')
  const [ring] = ofKind(name, 'membership.call')
  const email = (await app.emailsTo(user)).filter(({ kind }) => kind === 'call').length > emailsBefore
  const title = ring?.payload.notification.title
  if (ring) expect(ring).toMatchObject({ urgency: 'high', ttl: 3_600 })
  const rang = title === 'Somebody asks in one of your groups.' ? 'ring without names' : 'ring'
  if (rang === 'ring without names') expect(ring?.plaintext).not.toMatch(/Fire drill|Ana|Mountain/)
  return [
    ...(isRow ? ['row' as const] : []),
    ...(ring ? [rang as Told] : []),
    ...(email ? ['email' as const] : []),
  ]
}
let emailsBefore = 0

test.each([
  ['those who are available', false],
  ['everybody', true],
] as const)('a call to %s is told as each member wants it', async (_, everybody) => {
  await createGroup()
  emailsBefore = (await app.emailsTo(users['without a device'] as TestUser)).filter(
    ({ kind }) => kind === 'call',
  ).length
  await open(everybody)
  await allSent(app)
  const told = await Promise.all(Object.keys(members).map(async name => [name, await toldTo(name)]))
  const expected = Object.entries(members).map(([name, row]) => [
    name,
    row.isUnavailable && !everybody ? [] : row.told,
  ])
  expect(told).toEqual(expected)
  expect(service.received('Ana')).toEqual([])
})

test('who becomes Available while the call is open gets a row at once, and a ring only after a minute', async () => {
  await createGroup()
  emailsBefore = 99
  const call = await open(false)
  await allSent(app)
  const late = users.unavailable as TestUser
  await becomes(late, true)
  expect(await toldTo('unavailable')).toEqual(['row'])
  // The others are told of the toggle at once.
  await vi.waitFor(async () => expect(await app.database.$count(pushes)).toBe(1))
  app.clock.advance(minuteMs)
  await allSent(app)
  expect(await toldTo('unavailable')).toEqual(['row', 'ring'])
  service.clear()
  await (users.muted as TestUser).ok(api.answerCall, { params: { callId: call.id }, body: { can: true } })
  await allSent(app)
  expect(ofKind('unavailable', 'call.closed')).toHaveLength(1)
})

test('when it is found, what has rung is replaced without a sound, and nobody else hears of it', async () => {
  await createGroup()
  const call = await open(false)
  await allSent(app)
  const [rang] = ofKind('rings for all', 'membership.call')
  // Nothing has rung here yet, so there is nothing to replace.
  await becomes(users.unavailable as TestUser, true)
  service.clear()
  const answer = (name: string, can: boolean) =>
    (users[name] as TestUser).ok(api.answerCall, { params: { callId: call.id }, body: { can } })
  await answer('rings for nobody', false)
  await answer('follows nobody', true)
  await allSent(app)
  const told = Object.keys(members).filter(name => ofKind(name, 'call.closed').length > 0)
  expect(told).toEqual(['rings for all', 'hides names', 'just joined'])
  const [replacing] = ofKind('rings for all', 'call.closed')
  expect(replacing).toMatchObject({
    topic: rang?.topic,
    payload: { notification: { silent: true, tag: rang?.payload.notification.tag } },
  })
  expect(ofKind('Ana', 'membership.found').map(({ payload }) => payload.notification.body)).toEqual([
    'Found: follows nobody · Fire drill',
  ])
})

const ofKind = (name: string, kind: string) =>
  service.received(pathOf(name)).filter(({ payload }) => payload.notification.data.kind === kind)
const pathOf = (name: string) => name.replaceAll(' ', '-')

function quietHoursNow() {
  const time = (ms: number) => addMs(app.clock.now(), ms).toISOString().slice(11, 16)
  return { from: time(-hourMs), to: time(hourMs), days: [1, 2, 3, 4, 5, 6, 7], timeZone: 'UTC' }
}
