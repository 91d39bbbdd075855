import type { RingingRule } from '@grouplight/contract/ringing.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { actOnDue } from '#features/availability/act-on-due.ts'
import { sendDuePrompts } from '#features/availability/prompts.ts'
import { announce } from '#features/notification/announce.ts'
import { addMs, hourMs } from '#platform/clock.ts'
import { attempts, groups, memberships, prompts } from '#platform/database/schema.ts'
import { allSent } from '#testing/all-sent.ts'
import { api } from '#testing/api.ts'
import { FakePushService } from '#testing/fake-push-service.ts'
import { HookReceiver } from '#testing/hook-receiver.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const service = await FakePushService.open()
const receiver = await HookReceiver.open()
const app = useTestApp({ PUSH_SERVICES: service.origin, HOOK_HOSTS: receiver.origin })
afterAll(() => Promise.all([service.close(), receiver.close()]))

/** Each of these users has a device and a hook. The name of each user states the ringing rule of the user. */
const readers = ['everything', 'followed Eve', 'followed Fay', 'nothing'] as const
const [everything, followedEve, followedFay, nothing] = app.users(...readers)
const users = [everything, followedEve, followedFay, nothing]
const [eve, fay, gil] = app.users('Eve', 'Fay', 'Gil')
let groupId: string
let groupsOfReaders: string[]
const everyDay = [1, 2, 3, 4, 5, 6, 7]

const quiet = {
  'not quiet': () => ({ quietHours: null, muteForMinutes: null }),
  'quiet hours': () => ({ quietHours: quietHoursNow(), muteForMinutes: null }),
  muted: () => ({ quietHours: null, muteForMinutes: 60 }),
}

const events = {
  'Eve becomes Available': () => becomeAvailable(),
  'Eve, for whom the reader has a watch, becomes Available': () => becomeAvailable({ memberId: eve.userId }),
  'Eve becomes Available and fulfils a watch for five members': () =>
    becomeAvailable({ needed: users.length + 1 }),
  'Gil joins': async () => {
    await app.join(eve, groupId, gil)
  },
  'Eve leaves a group of the reader': async () => {
    for (const id of groupsOfReaders) await eve.ok(api.leaveGroup, { params: { groupId: id } })
  },
  'Eve deletes the group': () => eve.ok(api.deleteGroup, { params: { groupId } }),
  'Eve invites the reader': async () => {
    const emails = users.map(({ email }) => email)
    await eve.ok(api.createGroup, { body: { name: 'Choir', inviteEmails: emails } })
  },
  'the reader is asked whether they are still Available': async () => {
    const [now, lastUpdated] = [app.clock.now(), addMs(app.clock.now(), -2 * hourMs)]
    await app.database
      .update(memberships)
      .set({ askingInterval: 60, lastUpdated, dueAt: now })
      .where(isReader(memberships))
    await actOnDue(app.services)
  },
  'the reader is asked at a chosen time': async () => {
    const prompt = { time: timeIn(0), until: timeIn(hourMs), days: everyDay, timeZone: 'UTC' }
    for (const user of users) {
      const params = { groupId, userId: user.userId }
      await user.ok(api.setAvailability, { params, body: { status: false } })
      await user.ok(api.updateQuestionSettings, { params, body: { prompt } })
    }
    await app.database.update(prompts).set({ dueAt: app.clock.now() }).where(isReader(prompts))
    await sendDuePrompts(app.services)
  },
  'the operator announces something': () => announce(app.services, { message: 'Tonight' }),
  'the reader tests the device': async () => {
    for (const user of users) {
      const { devices } = await user.ok(api.listDevices)
      await user.ok(api.testDevice, { params: { deviceId: devices[0]?.id ?? '' } })
    }
  },
}

type Row = [
  event: keyof typeof events,
  rings: readonly (typeof readers)[number][],
  whileQuiet: typeof readers | [],
]

/** Quiet hours and a mute silence the same. */
const table: Row[] = [
  ['Eve becomes Available', ['everything', 'followed Eve'], []],
  ['Eve, for whom the reader has a watch, becomes Available', readers, readers],
  ['Eve becomes Available and fulfils a watch for five members', readers, readers],
  ['Gil joins', readers, []],
  ['Eve leaves a group of the reader', readers, []],
  ['Eve deletes the group', readers, []],
  ['Eve invites the reader', readers, []],
  ['the reader is asked whether they are still Available', readers, []],
  ['the reader is asked at a chosen time', readers, []],
  ['the operator announces something', readers, []],
  ['the reader tests the device', readers, readers],
]

const cases = table.flatMap(([event, rings, whileQuiet]) =>
  (Object.keys(quiet) as (keyof typeof quiet)[]).map(
    quietness => [event, quietness, quietness === 'not quiet' ? rings : whileQuiet] as const,
  ),
)

/** Makes Eve Unavailable, adds the given watch (if any) for each reader, and makes Eve Available. */
async function becomeAvailable(watch?: { memberId: string } | { needed: number }): Promise<void> {
  const params = { groupId, userId: eve.userId }
  await eve.ok(api.setAvailability, { params, body: { status: false } })
  for (const user of watch ? users : [])
    await user.ok(api.addWatch, { params: { groupId }, body: { ...watch, forMinutes: 60 } })
  await eve.ok(api.setAvailability, { params, body: { status: true } })
}

beforeAll(async () => {
  for (const user of users) {
    await service.register(user, pathOf(user.name))
    await receiver.add(user, `/${pathOf(user.name)}`)
  }
})

beforeEach(async () => {
  for (const table of [attempts, groups]) await app.database.delete(table)
  for (const user of users) await user.ok(api.updateRingingSettings, { body: quiet['not quiet']() })
  groupId = (await app.groupOf(eve, fay, ...users)).id
  groupsOfReaders = []
  for (const user of users) {
    const { id } = await app.groupOf(user, eve, fay)
    groupsOfReaders.push(id)
    for (const params of [{ groupId }, { groupId: id }]) await setRule(user, params)
  }
})

async function setRule(user: TestUser, params: { groupId: string }): Promise<void> {
  const [rule, followed] = ruleOf(user)
  await user.ok(api.setRingingRule, { params, body: { rule } })
  if (followed) await user.ok(api.followMember, { params: { ...params, memberId: followed.userId } })
}

function pathOf(name: string): string {
  return name.replace(' ', '-')
}

function ruleOf(user: TestUser): [RingingRule, TestUser?] {
  if (user === everything) return ['all']
  if (user === nothing) return ['none']
  return ['followed', user === followedEve ? eve : fay]
}

function quietHoursNow() {
  return { from: timeIn(-hourMs), to: timeIn(hourMs), days: everyDay, timeZone: 'UTC' }
}

function timeIn(ms: number): string {
  return addMs(app.clock.now(), ms).toISOString().slice(11, 16)
}

function isReader(table: typeof memberships | typeof prompts) {
  const userIds = users.map(({ userId }) => userId)
  return and(eq(table.groupId, groupId), inArray(table.userId, userIds))
}

test.each(cases)('when %s (%s), only these users’ devices ring: %j', async (event, quietness, whoRings) => {
  await allSent(app)
  for (const user of users) await user.ok(api.updateRingingSettings, { body: quiet[quietness]() })
  service.clear()
  receiver.requests.length = 0
  await events[event]()
  await allSent(app)
  const rung = readers.filter(name => service.requests.includes(pathOf(name)))
  expect(rung).toEqual(whoRings)
  expect(service.refused).toEqual([])
  const told = readers.filter(name => receiver.requestsTo(`/${pathOf(name)}`).length > 0)
  expect(told).toEqual(event === 'the reader tests the device' ? [] : whoRings)
})
