import { setAvailability } from '@grouplight/contract/availability.ts'
import { readGroup } from '@grouplight/contract/group.ts'
import type { LiveMessage } from '@grouplight/contract/live.ts'
import { listNotifications } from '@grouplight/contract/notification.ts'
import { describe, expect, test } from 'vitest'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()

const toggled = (message: LiveMessage) => message[0] === 't'

describe('setting one’s availability', () => {
  test('reaches every open screen of the group as one message and notifies each other member once', async () => {
    const [ana, ben, cyd] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Cyd')]
    const group = await app.groupOf(ana, ben, cyd)
    const mine = { params: { groupId: group.id, userId: ben.userId } }
    await ben.ok(setAvailability, { ...mine, body: { available: false } })
    const screens = await Promise.all([ana.open(), cyd.open(), ben.open()])

    const answer = await ben.ok(setAvailability, { ...mine, body: { available: true } })

    for (const screen of screens) {
      expect(await screen.next(toggled)).toEqual([
        't',
        group.id,
        answer.version,
        Date.parse(answer.since),
        { [ben.userId]: expect.any(Number) },
      ])
      expect((await screen.settled()).filter(toggled)).toHaveLength(1)
    }
    for (const other of [ana, cyd]) {
      const { notifications } = await other.ok(listNotifications)
      const told = notifications.filter(({ action }) => action === 'status')
      expect(told.map(({ type, message, read }) => [type, message, read])).toEqual([
        ['membership', 'Ben is now available in Mountain Rescue', false],
      ])
    }
    expect(
      (await ben.ok(listNotifications)).notifications.filter(({ action }) => action === 'status'),
    ).toEqual([])
  })

  test('an equal value changes nothing', async () => {
    const ana = await app.signUp('Ana')
    const group = await app.groupOf(ana)
    const screen = await ana.open()
    app.clock.advance(60_000)
    const answer = await ana.ok(setAvailability, {
      params: { groupId: group.id, userId: ana.userId },
      body: { available: true },
    })
    expect(answer).toMatchObject({ version: group.version, since: group.members[0]?.since })
    expect(await screen.settled()).toEqual([['hello', { protocol: 1 }]])
  })

  test('somebody else’s is refused, and the group of strangers is not found', async () => {
    const [ana, ben, eve] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Eve')]
    const group = await app.groupOf(ana, ben)
    const benIn = (groupId: string) => ({
      params: { groupId, userId: ben.userId },
      body: { available: false },
    })
    expect(await ana.call(setAvailability, benIn(group.id))).toMatchObject({
      status: 403,
      body: { code: 'not-your-availability' },
    })
    const strangers = await Promise.all([
      eve.call(setAvailability, benIn(group.id)),
      eve.call(setAvailability, benIn('no such id')),
    ])
    for (const { status, body } of strangers)
      expect([status, body]).toEqual([404, { code: 'group-not-found', message: 'Group not found' }])
    expect(
      (await ben.ok(readGroup, { params: { groupId: group.id } })).members.every(
        ({ available }) => available,
      ),
    ).toBe(true)
  })
})
