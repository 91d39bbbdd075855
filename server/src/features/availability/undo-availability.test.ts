import type { Availability } from '@grouplight/contract/availability.ts'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, inject, test } from 'vitest'
import { addMs, minuteMs } from '#platform/clock.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()
let ana: TestUser
let ben: TestUser
let choir: string
let band: string

beforeEach(async () => {
  ana = await app.signUp('Ana')
  ben = await app.signUp('Ben')
  choir = (await app.groupOf(ben, ana)).id
  band = (await app.groupOf(ben, ana)).id
})

const set = (groupId: string, body: { status: boolean; until?: string; note?: string }) =>
  ana.ok(api.setAvailability, { params: { groupId, userId: ana.userId }, body })

const undo = ({ groupId, status, until, note, lastUpdated }: Availability, before: object) => ({
  groupId,
  changed: { status, until, note, lastUpdated },
  before: { status: false, ...before },
})

async function ownStates() {
  const groups = await ana.groups()
  return new Map(
    groups.map(({ id, members }) => {
      const own = members.find(({ userId }) => userId === ana.userId)
      return [id, own && { status: own.status, until: own.until, note: own.note }]
    }),
  )
}

test('one request restores a different availability in each group, and other members see it live', async () => {
  const until = addMs(app.clock.now(), 30 * minuteMs).toISOString()
  await set(choir, { status: true, until, note: 'Chess' })
  await set(band, { status: false })
  const { changed } = await ana.ok(api.setAvailabilityInGroups, { body: { status: true } })
  const before = { [choir]: { status: true, until, note: 'Chess' }, [band]: { status: false } }
  const screen = await ben.open()
  const groups = changed.map(one => undo(one, before[one.groupId] ?? {}))
  const { restored } = await ana.ok(api.undoAvailability, { body: { groups } })
  expect(restored.map(({ groupId }) => groupId).sort()).toEqual([choir, band].sort())
  const states = await ownStates()
  expect(states.get(choir)).toEqual({ status: true, until, note: 'Chess' })
  expect(states.get(band)).toMatchObject({ status: false })
  const messages = (await screen.settled()).filter(([name]) => name === 't')
  expect(messages.map(([name, groupId]) => [name, groupId]).sort()).toEqual(
    [
      ['t', choir],
      ['t', band],
    ].sort(),
  )
})

test('a group is left alone if the availability there has changed since, or if the user has left it', async () => {
  const { changed } = await ana.ok(api.setAvailabilityInGroups, { body: { status: false } })
  const garden = (await app.groupOf(ben, ana)).id
  const left = await set(garden, { status: false })
  const groups = [...changed, left].map(one => undo(one, { status: true }))
  app.clock.advance(minuteMs)
  await set(choir, { status: true })
  await set(choir, { status: false })
  await ana.ok(api.leaveGroup, { params: { groupId: garden } })
  const { restored } = await ana.ok(api.undoAvailability, { body: { groups } })
  expect(restored.map(({ groupId }) => groupId)).toEqual([band])
  const states = await ownStates()
  expect([states.get(choir)?.status, states.get(band)?.status]).toEqual([false, true])
})

test('if the earlier end has passed, the user becomes Unavailable', async () => {
  const until = addMs(app.clock.now(), minuteMs).toISOString()
  const changed = await set(choir, { status: true, note: 'Chess' })
  app.clock.advance(2 * minuteMs)
  const body = { groups: [undo(changed, { status: true, until })] }
  expect((await ana.ok(api.undoAvailability, { body })).restored).toMatchObject([{ status: false }])
})

test('an earlier end that is too far away is refused, and nothing changes in any group', async () => {
  const { changed } = await ana.ok(api.setAvailabilityInGroups, { body: { status: false } })
  const until = addMs(app.clock.now(), 8 * 24 * 60 * minuteMs).toISOString()
  const groups = changed.map((one, at) => undo(one, at === 0 ? { status: true, until } : { status: true }))
  expect(await ana.call(api.undoAvailability, { body: { groups } })).toMatchObject({
    status: 400,
    body: { code: 'until-not-possible' },
  })
  expect([...(await ownStates()).values()].map(own => own?.status)).toEqual([false, false])
})

test('is refused after the sign-out', async () => {
  const changed = await set(choir, { status: false })
  await ana.ok(api.signOut)
  const body = { groups: [undo(changed, { status: true })] }
  expect((await ana.call(api.undoAvailability, { body })).status).toBe(401)
})

// The embedded database has a single connection.
test.skipIf(inject('postgresUrl') === null)('a group of other people is not locked', async () => {
  const { id: groupId, members } = await app.groupOf(ben)
  const seen = { groupId, status: true, until: null, note: null, lastUpdated: members[0]?.lastUpdated ?? '' }
  await app.database.transaction(async transaction => {
    await transaction.execute(sql`select from groups where id = ${groupId} for update`)
    const body = { groups: [undo(seen as Availability, {})] }
    expect(await ana.ok(api.undoAvailability, { body })).toEqual({ restored: [] })
  })
})
