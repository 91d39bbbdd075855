import { setAvailability } from '@grouplight/contract/availability.ts'
import { readGroup } from '@grouplight/contract/group.ts'
import type { LiveMessage } from '@grouplight/contract/live.ts'
import { listNotifications } from '@grouplight/contract/notification.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, inject, test } from 'vitest'
import { dayMs } from '#clock.ts'
import { sessions, users } from '#database/schema.ts'
import { waitForBlockedStatements } from '#testing/blocked-statements.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()

const toggled = (message: LiveMessage) => message[0] === 't'

describe('setting one’s availability', () => {
  test('reaches every open screen of the group as one message and notifies each other member once', async () => {
    const [ana, ben, cyd] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Cyd')]
    const group = await app.groupOf(ana, ben, cyd)
    const mine = { params: { groupId: group.id, userId: ben.userId } }
    await ben.ok(setAvailability, { ...mine, body: { status: false } })
    const screens = await Promise.all([ana.open(), cyd.open(), ben.open()])

    const answer = await ben.ok(setAvailability, { ...mine, body: { status: true } })

    for (const screen of screens) {
      expect(await screen.next(toggled)).toEqual([
        't',
        group.id,
        answer.version,
        Date.parse(answer.lastUpdated),
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
      body: { status: true },
    })
    expect(answer).toMatchObject({ version: group.version, lastUpdated: group.members[0]?.lastUpdated })
    expect(await screen.settled()).toEqual([['hello', { protocol: 1 }]])
  })

  test('somebody else’s is refused, and the group of strangers is not found', async () => {
    const [ana, ben, eve] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Eve')]
    const group = await app.groupOf(ana, ben)
    const benIn = (groupId: string) => ({
      params: { groupId, userId: ben.userId },
      body: { status: false },
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
      (await ben.ok(readGroup, { params: { groupId: group.id } })).members.every(({ status }) => status),
    ).toBe(true)
  })
})

describe('who may', () => {
  const wish = (userId: string, groupId: string, body: unknown = { status: false }) =>
    ['PUT', `/api/groups/${groupId}/members/${userId}/availability`, body] as const

  test('is found out by the change itself: nobody without a session, unverified or disabled', async () => {
    const ana = await app.signUp('Ana')
    const { id } = await app.groupOf(ana)
    const mine = wish(ana.userId, id)
    const changed = async (change: Partial<typeof users.$inferInsert>) =>
      app.database.update(users).set(change).where(eq(users.uid, ana.userId))

    expect((await app.guest().request(...mine)).status).toBe(401)
    expect((await app.guest().request(...mine, { authorization: 'Bearer nobodys' })).status).toBe(401)
    await changed({ emailVerifiedAt: null })
    expect((await ana.request(...mine)).status).toBe(403)
    await changed({ emailVerifiedAt: app.clock.now(), disabledAt: app.clock.now() })
    expect((await ana.request(...mine)).status).toBe(401)
    await changed({ disabledAt: null })
    expect((await ana.ok(readGroup, { params: { groupId: id } })).availableCount).toBe(1)
    expect((await ana.request(...mine)).status).toBe(200)
  })

  test('is checked first: a guest learns nothing about malformed input', async () => {
    const ana = await app.signUp('Ana')
    const { id } = await app.groupOf(ana)
    const malformed = wish(ana.userId, id, { status: 'yes' })
    expect((await app.guest().request(...malformed)).status).toBe(401)
    expect((await app.guest().request(...malformed, { authorization: 'Bearer nobodys' })).status).toBe(401)
    expect(await ana.request(...malformed)).toMatchObject({
      status: 400,
      body: { code: 'invalid-input', field: 'status' },
    })
  })

  test('keeps the session of somebody who does nothing but toggle', async () => {
    const ana = await app.signUp('Ana')
    const { id } = await app.groupOf(ana)
    for (let month = 0; month < 3; month++) {
      app.clock.advance(29 * dayMs)
      const { status, headers } = await ana.request(...wish(ana.userId, id, { status: month % 2 === 0 }))
      expect(status).toBe(200)
      expect(headers.get('set-cookie')).toContain('grouplight=')
    }
    expect((await ana.request(...wish(ana.userId, id))).headers.get('set-cookie')).toBeNull()
  })

  test.skipIf(inject('postgresUrl') === null)('ends with the sign-out that was first', async () => {
    const ana = await app.signUp('Ana')
    const { id } = await app.groupOf(ana)
    const toggled = await app.database.transaction(async transaction => {
      await transaction.delete(sessions).where(eq(sessions.userId, ana.userId))
      const toggled = ana.request(...wish(ana.userId, id))
      await waitForBlockedStatements(app.database, 1)
      return { toggled }
    })
    expect((await toggled.toggled).status).toBe(401)
    await ana.signIn()
    expect((await ana.ok(readGroup, { params: { groupId: id } })).availableCount).toBe(1)
  })
})

describe('changes of one’s availability', () => {
  const limited = useTestApp({ LIMIT_CHANGES_PER_MINUTE: '5' })
  const refusal = { status: 429, body: { code: 'too-many-requests' } }

  test('are limited in a minute, and those of other groups and members are not', async () => {
    const [ana, ben] = [await limited.signUp('Ana'), await limited.signUp('Ben')]
    const [group, other] = [await limited.groupOf(ana, ben), await limited.groupOf(ana)]
    const wish = (status: boolean, { id } = group, person = ana) =>
      person.call(setAvailability, {
        params: { groupId: id, userId: person.userId },
        body: { status },
      })
    for (let n = 0; n < 5; n++) {
      expect(await wish(n % 2 === 1)).toMatchObject({ status: 200 })
      limited.clock.advance(1_000)
    }
    const screen = await ben.open()
    const refused = await wish(true)
    expect(refused).toMatchObject(refusal)
    // Time goes on by itself, too: on a busy machine by seconds.
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(40)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(55)
    // What is as it should be is no change, and nothing was told of what was refused.
    expect(await wish(false)).toMatchObject({ status: 200 })
    expect((await screen.settled()).filter(toggled)).toEqual([])
    expect(await wish(false, other)).toMatchObject({ status: 200 })
    expect(await wish(false, group, ben)).toMatchObject({ status: 200 })
    limited.clock.advance(35_000)
    expect(await wish(true)).toMatchObject(refusal)
    limited.clock.advance(20_000)
    for (let n = 0; n < 5; n++) expect(await wish(n % 2 === 0)).toMatchObject({ status: 200 })
    expect(await wish(false)).toMatchObject(refusal)
  })

  test('are free again when the clock was set back', async () => {
    const ana = await limited.signUp('Ana')
    const { id: groupId } = await limited.groupOf(ana)
    const wish = (status: boolean) =>
      ana.call(setAvailability, { params: { groupId, userId: ana.userId }, body: { status } })
    for (let n = 0; n < 5; n++) await wish(n % 2 === 1)
    expect(await wish(true)).toMatchObject(refusal)
    limited.clock.advance(-60 * 60_000)
    expect(await wish(true)).toMatchObject({ status: 200 })
    limited.clock.advance(60 * 60_000)
  })

  test('are limited exactly when many come at once, on several nodes together', async () => {
    const ana = await limited.signUp('Ana')
    const { id: groupId, version } = await limited.groupOf(ana)
    const nodes = inject('postgresUrl') === null ? [] : [ana.at((await limited.anotherNode()).address)]
    const wishes = Array.from({ length: 60 }, (_, n) =>
      ([ana, ...nodes][n % (nodes.length + 1)] as typeof ana).call(setAvailability, {
        params: { groupId, userId: ana.userId },
        body: { status: n % 4 >= 2 },
      }),
    )
    const answers = await Promise.all(wishes)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    const after = await ana.ok(readGroup, { params: { groupId } })
    expect(after.version - version).toBe(5)
  })
})
