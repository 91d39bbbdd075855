import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { sessions, users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { disableAccount } from './disable-account.ts'
import { setOperator } from './operators.ts'

const app = useTestApp()

const set = ({ userId }: TestUser, isOperator: boolean) => setOperator(app.services, { userId, isOperator })
const isSignedIn = async (user: TestUser) => (await user.ok(api.readSession)).account !== null

test('only an operator’s own account says so, and open pages learn of it at once', async () => {
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const [anas, bens] = [await ana.open(), await ben.open()]
  const before = (await ana.call(api.readSession)).body
  expect(JSON.stringify(before)).not.toContain('isOperator')

  expect(await set(ana, true)).toBe(true)
  await anas.next(([name]) => name === 'account.changed')
  expect((await ana.ok(api.readSession)).account).toMatchObject({ isOperator: true })
  expect(await set(ana, true)).toBe(false)

  expect(await set(ana, false)).toBe(true)
  await anas.next(([name]) => name === 'account.changed')
  expect((await ana.call(api.readSession)).body).toEqual(before)
  expect((await bens.settled()).map(([name]) => name)).toEqual(['hello'])
})

test('a session of an operator ends after 12 hours without a request, and of nobody else', async () => {
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  await set(ana, true)
  const phone = await ana.onAnotherDevice()
  for (let hours = 0; hours < 36; hours += 11) {
    app.clock.advance(11 * hourMs)
    expect(await isSignedIn(ana)).toBe(true)
  }
  expect(await isSignedIn(phone)).toBe(false)
  app.clock.advance(12 * hourMs)
  expect([await isSignedIn(ana), await isSignedIn(ben)]).toEqual([false, true])
})

test('whoever becomes an operator keeps a session of another time for at most 12 hours, and whoever was one has 30 days again', async () => {
  const ana = await app.signUp('Ana')
  await set(ana, true)
  const hoursLeft = async () => {
    const [session] = await app.database.select().from(sessions).where(eq(sessions.userId, ana.userId))
    return Math.ceil(((session?.expiresAt.getTime() ?? 0) - app.clock.now().getTime()) / hourMs)
  }
  expect(await hoursLeft()).toBe(12)
  const today = app.clock.now().toISOString().slice(0, 10)
  expect((await ana.ok(api.listSessions)).sessions).toMatchObject([{ lastSeenOn: today }])
  await set(ana, false)
  expect(await hoursLeft()).toBe(30 * 24)
})

test('a disabled operator is none any more, also when enabled again, and a disabled user cannot become one', async () => {
  const ana = await app.signUp('Ana')
  await set(ana, true)
  await disableAccount(app.services, ana)
  const [stored] = await app.database.select().from(users).where(eq(users.uid, ana.userId))
  expect(stored?.isOperator).toBe(false)
  await expect(set(ana, true)).rejects.toMatchObject({ code: 'user-disabled' })
})
