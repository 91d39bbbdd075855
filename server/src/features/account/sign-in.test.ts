import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { minuteMs } from '#platform/clock.ts'
import { sessions, users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { type TestApp, useTestApp } from '#testing/test-app.ts'
import { newAddress, TestUser } from '#testing/test-user.ts'
import { hashPassword, passwordMatches } from './passwords.ts'

const app = useTestApp()

const trySignIn = (on: TestApp, email: string, password: string) =>
  on.guest().call(api.signIn, { body: { email, password } })
async function guess(on: TestApp, email: string, times: number): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.length < times) statuses.push((await trySignIn(on, email, 'wrong')).status)
  return statuses
}

const invalidCredential = {
  status: 401,
  body: {
    code: 'invalid-credential',
    message: 'Invalid email or password. Please check your credentials.',
  },
}
const notVerified = {
  status: 403,
  body: {
    code: 'email-not-verified',
    message:
      'Your email is not verified. Please check your inbox for the verification email and verify your account before logging in.',
  },
}
const tooMany = {
  status: 429,
  body: {
    code: 'too-many-requests',
    message: 'Too many failed login attempts. Please try again later.',
  },
}

describe('signing in', () => {
  test('refuses a wrong password and an unknown address in the same way', async () => {
    const ana = await app.signUp('Ana')
    expect(await trySignIn(app, ana.email, 'wrong')).toMatchObject(invalidCredential)
    expect(await trySignIn(app, newAddress(), ana.password)).toMatchObject(invalidCredential)
    expect(await trySignIn(app, ana.email, ana.password.toUpperCase())).toMatchObject(invalidCredential)
    expect(await trySignIn(app, ana.email, ana.password)).toMatchObject({ status: 200 })
  })

  test('reveals an unverified address only after the right password', async () => {
    const email = newAddress()
    await app.guest().ok(api.signUp, { body: { displayName: 'Ana', email, password: 'correct horse' } })
    expect(await trySignIn(app, email, 'wrong')).toMatchObject(invalidCredential)
    const before = await app.database.$count(sessions)
    const answer = await trySignIn(app, email, 'correct horse')
    expect(answer).toMatchObject(notVerified)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await app.database.$count(sessions)).toBe(before)
  })

  test('reveals a disabled account only after the right password, and the sessions of the account are not valid', async () => {
    const ana = await app.signUp('Ana')
    await app.database.update(users).set({ disabledAt: app.clock.now() }).where(eq(users.uid, ana.userId))
    expect(await trySignIn(app, ana.email, 'wrong')).toMatchObject(invalidCredential)
    expect(await trySignIn(app, ana.email, ana.password)).toMatchObject({
      status: 403,
      body: { code: 'user-disabled' },
    })
    expect(await ana.ok(api.readSession)).toEqual({ account: null })
  })

  test('accepts a password in both Unicode forms of its letters', async () => {
    const email = newAddress()
    await app.guest().ok(api.signUp, { body: { displayName: 'Ana', email, password: 'Zürich\u00e9' } })
    expect(await trySignIn(app, email, 'Zu\u0308riche\u0301')).toMatchObject(notVerified)
    await app.guest().verify(await app.codeTo(email))
    expect(await trySignIn(app, email, 'Zu\u0308riche\u0301')).toMatchObject({ status: 200 })
  })
})

test('a change of availability does not wait for a long queue of password checks', async () => {
  const ana = await app.signUp('Ana')
  const { id: groupId } = await app.groupOf(ana)
  let checked = 0
  const flood = Array.from({ length: 100 }, () => passwordMatches(undefined, 'a guess').then(() => checked++))
  const mine = { params: { groupId, userId: ana.userId } }
  for (const status of [false, true, false]) await ana.ok(api.setAvailability, { ...mine, body: { status } })
  expect(checked).toBeLessThan(50)
  await Promise.all(flood)
})

describe('failed sign-ins', () => {
  test('also lock an email address without an account', async () => {
    const email = newAddress()
    expect(await guess(app, email, 11)).toEqual([...Array(10).fill(401), 429])
  })

  test('no longer count after the clock is set back by hours', async () => {
    const ana = await app.signUp('Ana')
    expect((await guess(app, ana.email, 11)).at(-1)).toBe(429)
    app.clock.advance(-3 * 60 * minuteMs)
    expect(await trySignIn(app, ana.email, ana.password)).toMatchObject({ status: 200 })
    app.clock.advance(3 * 60 * minuteMs)
  })

  test('limit concurrent guesses to ten password checks', async () => {
    const ana = await app.signUp('Ana')
    const answers = await Promise.all(Array.from({ length: 25 }, () => trySignIn(app, ana.email, 'wrong')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  test('do not include sign-ins with the right password, neither for an account nor for an unverified address', async () => {
    const ana = await app.signUp('Ana')
    const unverified = newAddress()
    await app
      .guest()
      .ok(api.signUp, { body: { displayName: 'Ana', email: unverified, password: 'correct horse' } })
    for (let n = 0; n < 12; n++) {
      expect(await trySignIn(app, ana.email, ana.password)).toMatchObject({ status: 200 })
      expect(await trySignIn(app, unverified, 'correct horse')).toMatchObject(notVerified)
    }
  })

  test('no longer lock the account after a password reset', async () => {
    const ana = await app.signUp('Ana')
    expect((await guess(app, ana.email, 11)).at(-1)).toBe(429)
    await app.resetPassword(ana, 'a new password')
    expect(await trySignIn(app, ana.email, 'a new password')).toMatchObject({ status: 200 })
    expect(await guess(app, ana.email, 11)).toEqual([...Array(10).fill(401), 429])
  })

  test('do not count if the server was too busy to check the password', { timeout: 90_000 }, async () => {
    const ana = await app.signUp('Ana')
    // Keeps the queue full until all responses have arrived.
    let isOver = false
    const hash = await hashPassword('a password')
    const flood = Array.from({ length: 260 }, async () => {
      while (!isOver) await passwordMatches(hash, 'a guess').catch(() => wait(5))
    })
    const answers = await Promise.all(Array.from({ length: 9 }, () => trySignIn(app, ana.email, 'wrong')))
    isOver = true
    await Promise.all(flood)
    const busy = answers.filter(({ status }) => status === 503)
    expect(busy.length).toBeGreaterThan(0)
    for (const { body, headers } of busy) {
      expect(body).toMatchObject({ code: 'unavailable' })
      expect(headers.get('retry-after')).toBe('5')
    }
    const left = 10 - (answers.length - busy.length)
    expect(await guess(app, ana.email, left + 1)).toEqual([...Array(left).fill(401), 429])
  })

  const proxied = useTestApp({ LIMIT_FAILED_SIGN_INS_PER_IP: '5', TRUSTED_PROXIES: '127.0.0.1, ::1' })

  test('failures from a locked-out IP address do not lock an account', async () => {
    const ana = await proxied.signUp('Ana')
    const from = (ip: string, email: string, password: string) =>
      proxied.guest().call(api.signIn, { body: { email, password }, headers: { 'x-forwarded-for': ip } })
    for (let n = 0; n < 5; n++) await from('203.0.113.1', newAddress(), 'wrong')
    for (let n = 0; n < 12; n++) expect(await from('203.0.113.1', ana.email, 'wrong')).toMatchObject(tooMany)
    expect(await from('203.0.113.2', ana.email, ana.password)).toMatchObject({ status: 200 })
  })

  const known = useTestApp({ TRUSTED_PROXIES: '127.0.0.1, ::1' })

  test('failures at one IP address stay counted after a password reset or a verification at another IP address', async () => {
    const ana = await known.signUp('Ana')
    const eva = new TestUser(known.url, { name: 'Eva', email: newAddress() })
    await eva.register()
    const guessing = async (email: string) => {
      const headers = { 'x-forwarded-for': '203.0.113.1' }
      const body = { email, password: 'wrong' }
      return (await known.guest().call(api.signIn, { body, headers })).status
    }
    for (const { email } of [ana, eva]) for (let n = 0; n < 10; n++) expect(await guessing(email)).toBe(401)

    await known.resetPassword(ana, 'a new password')
    await eva.verify(await known.codeTo(eva))
    for (const { email } of [ana, eva]) expect(await guessing(email)).toBe(429)
    await ana.signIn('a new password')
    await eva.signIn()
  })
})
