import { closeCodes, type LiveMessage, livePath, liveProtocol } from '@grouplight/contract/live.ts'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { memberships, sessions } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { LiveScreen } from '#testing/live-screen.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()

const availabilityOf = async ({ userId }: TestUser) =>
  (await app.database.select().from(memberships).where(eq(memberships.userId, userId))).map(
    ({ status }) => status,
  )
const about =
  (groupId: string) =>
  ([name, topic]: LiveMessage) =>
    name === 't' && topic === groupId

describe('signing out', () => {
  test('makes the user Unavailable in every group, and sends live messages but no notifications', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const [mine, his, already] = [
      await app.groupOf(ana, ben),
      await app.groupOf(ben, ana),
      await app.groupOf(ana, ben),
    ]
    const inGroup = { params: { groupId: already.id, userId: ana.userId } }
    await ana.ok(api.setAvailability, { ...inGroup, body: { status: false } })
    const before = await Promise.all([mine, his, already].map(({ id: groupId }) => ben.group(groupId)))
    const screen = await ben.open()
    const notified = (await ben.notices()).length

    await ana.ok(api.signOut)

    expect(await availabilityOf(ana)).toEqual([false, false, false])
    expect(await availabilityOf(ben)).toEqual([true, true, true])
    for (const { id, version } of before.slice(0, 2)) {
      const now = await ben.group(id)
      expect(now).toMatchObject({ version: version + 1, memberCount: 2, availableCount: 1 })
      const me = now.members.find(({ userId }) => userId === ana.userId)
      const since = Date.parse(me?.lastUpdated ?? '')
      expect(await screen.next(about(id))).toEqual(['t', id, version + 1, since, { [ana.userId]: 0 }])
    }
    expect((await screen.settled()).filter(([name]) => name === 't')).toHaveLength(2)
    const untouched = await ben.group(already.id)
    expect(untouched).toEqual(before[2])
    expect(await ben.notices()).toHaveLength(notified)
  })

  test('ends this session and its live connections; the other devices stay signed in and get a live message', async () => {
    const ana = await app.signUp('Ana')
    const group = await app.groupOf(ana)
    const phone = await ana.onAnotherDevice()
    const here = [await ana.open(), await ana.open()]
    const there = await phone.open()
    const token = ana.cookie

    const answer = await ana.call(api.signOut)

    expect(answer.headers.get('set-cookie')).toMatch(/^grouplight=; Max-Age=0/)
    for (const screen of here) {
      expect(await screen.closed).toBe(closeCodes.sessionEnded)
      expect(screen.received.map(([name]) => name)).toEqual(['hello'])
    }
    ana.cookie = token
    expect(await ana.ok(api.readSession)).toEqual({ account: null })
    expect(await ana.call(api.readGroup, { params: { groupId: group.id } })).toMatchObject({ status: 401 })
    const url = app.url.replace('http', 'ws') + livePath
    expect(await new LiveScreen(url, { cookie: token, origin: app.url }).closed).toBe(1006)

    await there.next(([name]) => name === 'signed.out.elsewhere')
    expect((await there.settled()).map(([name]) => name)).toEqual(['hello', 't', 'signed.out.elsewhere'])
    expect(await phone.group(group.id)).toMatchObject({
      availableCount: 0,
    })
  })

  test('is one transaction: if the session cannot be deleted, the availability does not change', async () => {
    const ana = await app.signUp('Ana')
    await app.groupOf(ana)
    const screen = await ana.open()
    await app.database.execute(
      sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''not now''; end'`,
    )
    await app.database.execute(sql`create trigger refuse before delete on sessions execute function refuse()`)
    expect(await ana.call(api.signOut)).toMatchObject({ status: 500, body: { code: 'internal' } })
    expect(await availabilityOf(ana)).toEqual([true])
    expect(await screen.settled()).toEqual([['hello', { protocol: liveProtocol }]])

    await app.database.execute(sql`drop function refuse cascade`)
    await ana.ok(api.signOut)
    expect(await availabilityOf(ana)).toEqual([false])
  })

  test('twice at the same time has the same result as once', async () => {
    const ana = await app.signUp('Ana')
    const group = await app.groupOf(ana)
    const token = ana.cookie
    const answers = await Promise.all([ana.call(api.signOut), ana.call(api.signOut)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    ana.cookie = token
    expect(await ana.ok(api.readSession)).toEqual({ account: null })
    await ana.signIn()
    expect(await ana.group(group.id)).toMatchObject({
      version: group.version + 1,
      availableCount: 0,
    })
  })
})

describe('an expired session', () => {
  test('makes the user Unavailable if it was the last session', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const group = await app.groupOf(ana, ben)
    const phone = await ana.onAnotherDevice()
    const here = await ana.open()
    app.clock.advance(20 * dayMs)
    // The sessions of the phone and of Ben are renewed, because they are used.
    await phone.ok(api.readSession)
    await ben.ok(api.readSession)
    const there = await phone.open()
    const bens = await ben.open()

    app.clock.advance(11 * dayMs)
    await app.runMaintenance()
    expect(await here.closed).toBe(closeCodes.sessionEnded)
    expect(await availabilityOf(ana)).toEqual([true])
    expect(await app.database.$count(sessions, eq(sessions.userId, ana.userId))).toBe(1)
    expect((await bens.settled()).filter(about(group.id))).toEqual([])

    await ben.ok(api.readSession)
    app.clock.advance(20 * dayMs)
    await app.runMaintenance()
    expect(await there.closed).toBe(closeCodes.sessionEnded)
    expect(await availabilityOf(ana)).toEqual([false])
    expect(await app.database.$count(sessions, eq(sessions.userId, ana.userId))).toBe(0)
    expect(await bens.next(about(group.id))).toEqual([
      't',
      group.id,
      group.version + 1,
      expect.any(Number),
      { [ana.userId]: 0 },
    ])
    expect(await availabilityOf(ben)).toEqual([true])
  })

  test('is not caused by closing the browser: after 29 days the user is still Available and signed in', async () => {
    const ana = await app.signUp('Ana')
    await app.groupOf(ana)
    const screen = await ana.open()
    screen.close()
    app.clock.advance(29 * dayMs)
    await app.runMaintenance()
    expect(await availabilityOf(ana)).toEqual([true])
    expect(await ana.ok(api.readSession)).toMatchObject({ account: { uid: ana.userId } })
  })
})
