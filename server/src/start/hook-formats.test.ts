import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { actOnDue } from '#features/availability/act-on-due.ts'
import { ringPauseMs } from '#features/ringing/decide-ringing.ts'
import { minuteMs } from '#platform/clock.ts'
import { groups, hookDeliveries, hooks } from '#platform/database/schema.ts'
import { allSent } from '#testing/all-sent.ts'
import { api } from '#testing/api.ts'
import { type HookRequest, openSigned } from '#testing/hook-receiver.ts'
import { useHookReceiver } from '#testing/shared-server.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const receiver = await useHookReceiver()
const app = useTestApp()

const [ana, ben] = app.users('Ana', 'Ben')
let groupId: string

beforeEach(async () => {
  groupId = (await app.groupOf(ana, ben)).id
  await set(ana, false)
})
afterEach(async () => {
  for (const table of [hooks, groups]) await app.database.delete(table)
  receiver.requests.length = 0
})

const set = (user: TestUser, status: boolean, details = {}) => user.turn(groupId, status, details)
const bodyOf = ({ body }: HookRequest) => JSON.parse(body)

test('a hook of a group tells changes in the language that its creator has chosen last', async () => {
  await receiver.addToGroup(ana, groupId, '/chat', { kind: 'chat' })
  await set(ana, true)
  await receiver.waitFor('/chat')
  await ana.ok(api.setLanguage, { body: { language: 'de' } })
  await set(ana, false)
  const requests = await receiver.waitFor('/chat', 2)
  expect(requests.map(request => bodyOf(request).text)).toEqual([
    'Mountain Rescue: 2 available',
    'Mountain Rescue: 1 verfügbar',
  ])
  await ana.ok(api.setLanguage, { body: { language: 'en' } })
})

test('a hook of a user without a device tells at most once in five minutes that the same member has become Available', async () => {
  const { secret } = await receiver.add(ben, '/ben')
  await set(ana, true)
  const [first] = await receiver.waitFor('/ben')
  expect(openSigned(first as HookRequest, secret, app.clock)).toMatchObject({
    type: 'notification',
    data: { kind: 'membership.status', user: 'Ana', group: { id: groupId, name: 'Mountain Rescue' } },
  })
  await set(ana, false)
  await set(ana, true)
  await allSent(app)
  expect(receiver.requests).toHaveLength(1)
  app.clock.advance(ringPauseMs)
  await set(ana, false)
  await set(ana, true)
  await receiver.waitFor('/ben', 2)
})

test('for a user with hidden names, a hook reminds of an end and tells that a member is Available, without a note or a name', async () => {
  await receiver.add(ben, '/ben')
  await ben.ok(api.updateRingingSettings, { body: { hidesNames: true, remindsOfEnds: true } })
  await set(ben, true, { forMinutes: 20, note: 'cards' })
  app.clock.advance(16 * minuteMs)
  await actOnDue(app.services)
  await set(ana, true)
  const requests = await receiver.waitFor('/ben', 2)
  expect(requests.map(request => bodyOf(request).data.kind).sort()).toEqual([
    'availability.ending',
    'membership.status',
  ])
  for (const { body } of requests) expect(body).not.toMatch(/cards|Ana|Mountain Rescue/)
  await ben.ok(api.updateRingingSettings, { body: { hidesNames: false } })
})

test('a hook of a group tells how many members are Available; if it may tell names, it tells the names of those who are shown outside', async () => {
  const counts = await receiver.addToGroup(ana, groupId, '/counts')
  const names = await receiver.addToGroup(ana, groupId, '/names', { tellsNames: true })
  await receiver.addToGroup(ana, groupId, '/chat', { kind: 'chat', tellsNames: true })
  await ben.ok(api.setShownOutside, { params: { groupId }, body: { shown: true } })
  await vi.waitFor(() => expect(receiver.requestsTo('/chat').at(-1)?.body).toContain('Ben'))
  const last = (path: string, secret: string) =>
    openSigned(receiver.requestsTo(path).at(-1) as HookRequest, secret, app.clock)
  const data = {
    groupId,
    group: 'Mountain Rescue',
    available: 1,
    unconfirmed: 0,
    members: 2,
    needed: null,
    coverage: null,
  }
  await vi.waitFor(() => {
    expect(last('/counts', counts.secret)).toMatchObject({ type: 'group.changed', data })
    expect(last('/names', names.secret)).toMatchObject({ data: { ...data, names: ['Ben'] } })
  })
  expect(JSON.stringify(receiver.requestsTo('/counts'))).not.toContain('Ben')
  expect(bodyOf(receiver.requestsTo('/chat').at(-1) as HookRequest)).toEqual({
    text: 'Mountain Rescue: 1 available\nBen',
  })
  await ben.ok(api.setShownOutside, { params: { groupId }, body: { shown: false } })
  await vi.waitFor(() => expect(last('/names', names.secret)).toMatchObject({ data: { names: [] } }))
  await vi.waitFor(async () => expect(await app.database.$count(hookDeliveries)).toBe(0))
})
