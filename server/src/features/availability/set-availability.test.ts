import type { LiveMessage } from '@grouplight/contract/live.ts'
import { liveProtocol } from '@grouplight/contract/live.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, inject, test } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { sessions, users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { waitForBlockedStatements } from '#testing/blocked-statements.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()

const toggled = (message: LiveMessage) => message[0] === 't'

describe('setting an availability', () => {
  test('a toggle to Available sends each open screen one message, and notifies all other members with the ringing rule “all” once', async () => {
    const [ana, ben, cyd] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Cyd')]
    const group = await app.groupOf(ana, ben, cyd)
    const mine = { params: { groupId: group.id, userId: ben.userId } }
    await ben.ok(api.setAvailability, { ...mine, body: { status: false } })
    const screens = await Promise.all([ana.open(), cyd.open(), ben.open()])

    const answer = await ben.ok(api.setAvailability, { ...mine, body: { status: true } })

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
      const notifications = await other.notices()
      const received = notifications.filter(({ action }) => action === 'status')
      expect(received.map(({ type, message, read }) => [type, message, read])).toEqual([
        ['membership', 'Ben is now available in Mountain Rescue', false],
      ])
    }
    expect((await ben.notices()).filter(({ action }) => action === 'status')).toEqual([])
  })

  test('setting the present status changes nothing if the availability has no details', async () => {
    const ana = await app.signUp('Ana')
    const group = await app.groupOf(ana)
    const screen = await ana.open()
    app.clock.advance(60_000)
    const answer = await ana.turn(group.id, true)
    expect(answer).toMatchObject({ version: group.version, lastUpdated: group.members[0]?.lastUpdated })
    expect(await screen.settled()).toEqual([['hello', { protocol: liveProtocol }]])
  })
})

describe('the permission to toggle', () => {
  const toggleRequest = (userId: string, groupId: string, body: unknown = { status: false }) =>
    ['PUT', `/api/groups/${groupId}/members/${userId}/availability`, body] as const

  test('a toggle requires a session of a verified user who is not disabled', async () => {
    const ana = await app.signUp('Ana')
    const { id } = await app.groupOf(ana)
    const mine = toggleRequest(ana.userId, id)
    const changed = async (change: Partial<typeof users.$inferInsert>) =>
      app.database.update(users).set(change).where(eq(users.uid, ana.userId))

    expect((await app.guest().request(...mine)).status).toBe(401)
    expect((await app.guest().request(...mine, { authorization: 'Bearer nobodys' })).status).toBe(401)
    await changed({ emailVerifiedAt: null })
    expect((await ana.request(...mine)).status).toBe(403)
    await changed({ emailVerifiedAt: app.clock.now(), disabledAt: app.clock.now() })
    expect((await ana.request(...mine)).status).toBe(401)
    await changed({ disabledAt: null })
    expect((await ana.group(id)).availableCount).toBe(1)
    expect((await ana.request(...mine)).status).toBe(200)
  })

  test('the session is checked before the input', async () => {
    const ana = await app.signUp('Ana')
    const { id } = await app.groupOf(ana)
    const malformed = toggleRequest(ana.userId, id, { status: 'yes' })
    expect((await app.guest().request(...malformed)).status).toBe(401)
    expect((await app.guest().request(...malformed, { authorization: 'Bearer nobodys' })).status).toBe(401)
    expect(await ana.request(...malformed)).toMatchObject({
      status: 400,
      body: { code: 'invalid-input', field: 'status' },
    })
  })

  test('a toggle renews the session, but at most once a day', async () => {
    const ana = await app.signUp('Ana')
    const { id } = await app.groupOf(ana)
    for (let month = 0; month < 3; month++) {
      app.clock.advance(29 * dayMs)
      const { status, headers } = await ana.request(
        ...toggleRequest(ana.userId, id, { status: month % 2 === 0 }),
      )
      expect(status).toBe(200)
      expect(headers.get('set-cookie')).toContain('grouplight=')
    }
    expect((await ana.request(...toggleRequest(ana.userId, id))).headers.get('set-cookie')).toBeNull()
  })

  test.skipIf(inject('postgresUrl') === null)(
    'a toggle that has to wait for a concurrent sign-out is then refused',
    async () => {
      const ana = await app.signUp('Ana')
      const { id } = await app.groupOf(ana)
      const toggled = await app.database.transaction(async transaction => {
        await transaction.delete(sessions).where(eq(sessions.userId, ana.userId))
        const toggled = ana.request(...toggleRequest(ana.userId, id))
        await waitForBlockedStatements(app.database, 1)
        return { toggled }
      })
      expect((await toggled.toggled).status).toBe(401)
      await ana.signIn()
      expect((await ana.group(id)).availableCount).toBe(1)
    },
  )
})

describe('the limit of changes', () => {
  const limited = useTestApp({ LIMIT_CHANGES_PER_MINUTE: '5' })
  const refusal = { status: 429, body: { code: 'too-many-requests' } }

  test('changes are limited separately for each member in each group, and requests that change nothing do not count', async () => {
    const [ana, ben] = [await limited.signUp('Ana'), await limited.signUp('Ben')]
    const [{ id }, { id: other }] = [await limited.groupOf(ana, ben), await limited.groupOf(ana)]
    const turn = (status: boolean, groupId = id, user = ana) =>
      user.call(api.setAvailability, { params: { groupId, userId: user.userId }, body: { status } })
    for (let n = 0; n < 5; n++) expect(await turn(n % 2 === 1)).toMatchObject({ status: 200 })
    expect(await turn(true)).toMatchObject(refusal)
    expect(await turn(false)).toMatchObject({ status: 200 })
    expect(await turn(false, other)).toMatchObject({ status: 200 })
    expect(await turn(false, id, ben)).toMatchObject({ status: 200 })
  })

  test('changes are allowed again after the clock was set back by an hour', async () => {
    const ana = await limited.signUp('Ana')
    const { id: groupId } = await limited.groupOf(ana)
    const toggleRequest = (status: boolean) =>
      ana.call(api.setAvailability, { params: { groupId, userId: ana.userId }, body: { status } })
    for (let n = 0; n < 5; n++) await toggleRequest(n % 2 === 1)
    expect(await toggleRequest(true)).toMatchObject(refusal)
    limited.clock.advance(-60 * 60_000)
    expect(await toggleRequest(true)).toMatchObject({ status: 200 })
    limited.clock.advance(60 * 60_000)
  })

  test('concurrent requests make exactly as many changes as the limit allows, on PostgreSQL even through two nodes', async () => {
    const ana = await limited.signUp('Ana')
    const { id: groupId, version } = await limited.groupOf(ana)
    const nodes = inject('postgresUrl') === null ? [] : [ana.at((await limited.anotherNode()).address)]
    const requests = Array.from({ length: 60 }, (_, n) =>
      ([ana, ...nodes][n % (nodes.length + 1)] as typeof ana).call(api.setAvailability, {
        params: { groupId, userId: ana.userId },
        body: { status: n % 4 >= 2 },
      }),
    )
    const answers = await Promise.all(requests)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    const after = await ana.group(groupId)
    expect(after.version - version).toBe(5)
  })
})
