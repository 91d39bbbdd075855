import { closeCodes, liveProtocol } from '@grouplight/contract/live.ts'
import type { Session } from '@grouplight/contract/session.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, inject, test } from 'vitest'
import { dayMs, hourMs } from '#platform/clock.ts'
import { devices, sessions } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { newSubscription } from '#testing/fake-push-service.ts'
import { useTestApp } from '#testing/test-app.ts'
import { TestUser } from '#testing/test-user.ts'

// Nothing listens on this port.
const app = useTestApp({ PUSH_SERVICES: 'http://127.0.0.1:9' })

const listOf = async (user: TestUser) => (await user.ok(api.listSessions)).sessions
const currentOf = async (user: TestUser) => (await listOf(user)).find(({ current }) => current) as Session
const today = () => app.clock.now().toISOString().slice(0, 10)

async function signInWith(user: TestUser, userAgent: string): Promise<TestUser> {
  const device = new TestUser(app.url, user)
  const body = { email: user.email, password: user.password }
  await device.call(api.signIn, { body, headers: { 'user-agent': userAgent } })
  return Object.assign(device, { userId: user.userId })
}

async function untilNextDay(): Promise<void> {
  app.clock.advance(dayMs - (app.clock.now().getTime() % dayMs))
}

describe('the list of the user’s own sessions', () => {
  test('shows the browser, the time of the sign-in and the day of the last use of each session, the newest session first', async () => {
    const ana = await app.signUp('Ana')
    app.clock.advance(1)
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'
    const laptop = await signInWith(ana, firefox)
    await app.signUp('Ben')
    const list = await listOf(laptop)
    expect(list).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{64}$/),
        browser: 'Firefox (Linux)',
        createdAt: expect.stringContaining(today()),
        lastSeenOn: today(),
        current: true,
      },
      { ...list[1], browser: null, current: false },
    ])
    expect((await listOf(ana)).map(({ current }) => current)).toEqual([false, true])
    const stored = await app.database.select().from(sessions).where(eq(sessions.userId, ana.userId))
    expect(JSON.stringify(stored)).not.toContain('Gecko')
  })

  test('shows the day of the last use, also if this use was less than a day after the previous use', async () => {
    await untilNextDay()
    app.clock.advance(20 * hourMs)
    const ana = await app.signUp('Ana')
    const phone = await ana.onAnotherDevice()
    const signedInOn = today()
    app.clock.advance(8 * hourMs)
    expect(today()).not.toBe(signedInOn)
    const answer = await ana.call(api.readSession)
    expect(answer.headers.get('set-cookie')).toContain(ana.cookie)
    expect((await ana.call(api.readSession)).headers.get('set-cookie')).toBeNull()
    expect((await listOf(ana)).map(({ lastSeenOn }) => lastSeenOn)).toEqual([signedInOn, today()])
    expect((await listOf(phone)).map(({ lastSeenOn }) => lastSeenOn)).toEqual([today(), today()])
  })

  test('does not contain a session that has expired but was not deleted yet', async () => {
    const ana = await app.signUp('Ana')
    app.clock.advance(20 * dayMs)
    const phone = await ana.onAnotherDevice()
    app.clock.advance(11 * dayMs)
    expect(await app.database.$count(sessions, eq(sessions.userId, ana.userId))).toBe(2)
    expect(await listOf(phone)).toHaveLength(1)
  })
})

describe('ending a session', () => {
  test('closes its live connections and removes its devices, and the user stays Available if another session remains', async () => {
    const ana = await app.signUp('Ana')
    const { id: groupId } = await app.groupOf(ana)
    const phone = await ana.onAnotherDevice()
    await phone.ok(api.addDevice, { body: newSubscription('http://127.0.0.1:9/1') })
    const [here, there] = [await ana.open(), await phone.open()]

    await ana.ok(api.endSession, { params: { sessionId: (await currentOf(phone)).id } })

    expect(await there.closed).toBe(closeCodes.sessionEnded)
    expect(await phone.ok(api.readSession)).toEqual({ account: null })
    expect(await app.database.$count(devices, eq(devices.userId, ana.userId))).toBe(0)
    expect((await ana.group(groupId)).availableCount).toBe(1)
    expect(await here.settled()).toEqual([['hello', { protocol: liveProtocol }]])
  })

  test('makes the user Unavailable and deletes the cookie if it is the caller’s only session, and is not logged', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { id: groupId } = await app.groupOf(ben, ana)
    const screen = await ana.open()
    const { id: sessionId } = await currentOf(ana)
    const { status, headers } = await ana.call(api.endSession, { params: { sessionId } })
    expect([status, headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')])
    expect(await screen.closed).toBe(closeCodes.sessionEnded)
    expect((await ben.group(groupId)).availableCount).toBe(1)
    const route = api.endSession.path
    expect(app.logged.filter(line => line.includes(route) && line.includes(ana.userId))).toEqual([])
  })

  test.each([1, 2, 3, 4, 5])(
    'if two sessions of a user end each other at the same time, the user stays Available exactly if a session remains, round %i',
    async () => {
      const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
      const { id: groupId } = await app.groupOf(ben, ana)
      const phone = await ana.onAnotherDevice()
      const [one, other] = [await currentOf(ana), await currentOf(phone)]
      await Promise.all([
        ana.call(api.endSession, { params: { sessionId: other.id } }),
        phone.call(api.endSession, { params: { sessionId: one.id } }),
      ])
      const remaining = await app.database.$count(sessions, eq(sessions.userId, ana.userId))
      const { availableCount } = await ben.group(groupId)
      expect(availableCount).toBe(remaining === 0 ? 1 : 2)
    },
  )
})

describe('signing out everywhere else', () => {
  test('ends all other sessions of the user, who stays Available', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { id: groupId } = await app.groupOf(ana, ben)
    const others = [await ana.onAnotherDevice(), await ana.onAnotherDevice()]
    const here = await ana.open()
    const screens = await Promise.all(others.map(other => other.open()))
    await ana.ok(api.endOtherSessions)
    for (const screen of screens) expect(await screen.closed).toBe(closeCodes.sessionEnded)
    for (const other of others) expect(await other.ok(api.readSession)).toEqual({ account: null })
    expect(await listOf(ana)).toMatchObject([{ current: true }])
    expect((await ana.group(groupId)).availableCount).toBe(2)
    expect(await here.settled()).toEqual([['hello', { protocol: liveProtocol }]])
    expect(await listOf(ben)).toHaveLength(1)
  })

  test.skipIf(inject('postgresUrl') === null)('also closes live connections to other nodes', async () => {
    const ana = await app.signUp('Ana')
    const node = await app.anotherNode()
    const phone = (await ana.onAnotherDevice()).at(node.address)
    const screen = await phone.open()
    await ana.ok(api.endOtherSessions)
    expect(await screen.closed).toBe(closeCodes.sessionEnded)
    expect(await phone.ok(api.readSession)).toEqual({ account: null })
  })
})
