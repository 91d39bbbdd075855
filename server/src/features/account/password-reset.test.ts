import { functionsPath } from '@grouplight/contract/callable.ts'
import { closeCodes } from '@grouplight/contract/live.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { describe, expect, inject, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#platform/clock.ts'
import { actionCodes, memberships, outbox, sessions, users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { waitForBlockedStatements } from '#testing/blocked-statements.ts'
import { type TestApp, useTestApp } from '#testing/test-app.ts'
import { newAddress, type Reply } from '#testing/test-user.ts'

const app = useTestApp()

const call = (on: TestApp, name: string, data: object) =>
  on.guest().request('POST', `${functionsPath}/${name}`, { data })
const askFor = (email: string, on = app) => call(on, 'sendCustomPasswordReset', { email })
const resetWith = (token: string, newPassword = 'a new password', on = app) =>
  call(on, 'resetPasswordWithToken', { token, newPassword })
const trySignIn = async (email: string, password: string) =>
  (await app.guest().call(api.signIn, { body: { email, password } })).status

const succeeds = { status: 200, body: { result: { success: true } } }
const refuses = (status: number, code: string, message: string) => ({
  status,
  body: { error: { status: code, message } },
})
const notFound = refuses(404, 'NOT_FOUND', 'Invalid or expired reset link')
const used = refuses(409, 'ALREADY_EXISTS', 'This reset link has already been used')
const expired = refuses(504, 'DEADLINE_EXCEEDED', 'Reset link has expired. Please request a new one.')
const exhausted = refuses(
  429,
  'RESOURCE_EXHAUSTED',
  'Too many password reset requests. Please try again later.',
)

describe('a password reset', () => {
  test('sets the new password by the emailed link, and a second email reports the change', async () => {
    const ana = await app.signUp('Ana')
    await askFor(` ${ana.email.toUpperCase()} `)
    const link = await app.linkTo(ana, 'reset-password')
    expect(`${link.origin}${link.pathname}`).toBe(`${app.url}/reset-password`)
    expect([...link.searchParams.keys()]).toEqual(['token'])
    const token = link.searchParams.get('token') ?? ''
    expect(token.length).toBeGreaterThanOrEqual(22)

    expect(await resetWith(token, '  new: пароль  ')).toMatchObject(succeeds)
    expect(await trySignIn(ana.email, ana.password)).toBe(401)
    expect(await trySignIn(ana.email, 'new: пароль')).toBe(401)
    expect((await app.emailsTo(ana)).map(({ subject }) => subject)).toEqual([
      'Reset your Grouplight password',
      'Your Grouplight password was changed. Was it you?',
    ])
    const notice = (await app.emailsTo(ana)).at(-1)
    expect(notice?.text).not.toContain('token=')
    expect(notice?.text).toContain(`${app.url}/forgot-password`)
    expect(await trySignIn(ana.email, '  new: пароль  ')).toBe(200)
  })

  test('gives an unknown address and a disabled account the same response as an enabled account, but no email', async () => {
    const ana = await app.signUp('Ana')
    const disabled = await app.signUp('Dan')
    await app.database
      .update(users)
      .set({ disabledAt: app.clock.now() })
      .where(eq(users.uid, disabled.userId))
    const stranger = newAddress()
    const before = await app.database.$count(outbox)
    const strange = [await askFor(stranger), await askFor(disabled.email)]
    expect(await app.database.$count(outbox)).toBe(before)
    const known = await askFor(ana.email)
    expect(await app.database.$count(outbox)).toBe(before + 1)
    expect(known.body).toEqual({
      result: { success: true, message: 'If this address has an account, a reset link is on its way.' },
    })
    for (const answer of strange) expect(withoutDate(answer)).toEqual(withoutDate(known))
  })

  test('verifies the address and ends the verification link of a sign-up with another password', async () => {
    const email = newAddress()
    await app.guest().ok(api.signUp, { body: { displayName: 'Ana', email, password: 'eves password' } })
    const code = await app.codeTo(email)
    await resetWith(await app.resetTokenFor(email), 'anas password')
    expect(await trySignIn(email, 'anas password')).toBe(200)
    // The sign-up stays stored. Therefore a sign-in with its password is answered 403 (not verified), not 401 (wrong password).
    expect(await trySignIn(email, 'eves password')).toBe(403)
    expect((await app.guest().call(api.verifyEmail, { body: { code } })).body).toMatchObject({
      code: 'invalid-action-code',
    })
  })

  test('ends all sessions and live connections of the user and makes the user Unavailable', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const group = await app.groupOf(ana, ben)
    const phone = await ana.onAnotherDevice()
    const screens = [await ana.open(), await phone.open()]
    const bens = await ben.open()
    const notificationCount = (await ben.notices()).length

    await resetWith(await app.resetTokenFor(ana))

    for (const screen of screens) expect(await screen.closed).toBe(closeCodes.sessionEnded)
    for (const device of [ana, phone]) expect(await device.ok(api.readSession)).toEqual({ account: null })
    expect(await app.database.$count(sessions, eq(sessions.userId, ana.userId))).toBe(0)
    expect(await bens.next(([name]) => name === 't')).toEqual([
      't',
      group.id,
      group.version + 1,
      expect.any(Number),
      { [ana.userId]: 0 },
    ])
    const now = await ben.group(group.id)
    expect(now).toMatchObject({ version: group.version + 1, availableCount: 1 })
    expect(await ben.notices()).toHaveLength(notificationCount)
    expect(await ben.ok(api.readSession)).toMatchObject({ account: { uid: ben.userId } })
  })

  test('a reset with an invalid password is refused, and the link stays valid', async () => {
    const ana = await app.signUp('Ana')
    const token = await app.resetTokenFor(ana)
    const tooShort = refuses(400, 'INVALID_ARGUMENT', 'Password must be at least 6 characters long')
    expect(await resetWith(token, '12345')).toMatchObject(tooShort)
    expect(await resetWith(token, '😀😀😀😀😀')).toMatchObject(tooShort)
    const tooLong = refuses(400, 'INVALID_ARGUMENT', 'Password must be at most 128 characters long')
    expect(await resetWith(token, 'p'.repeat(129))).toMatchObject(tooLong)
    expect(await trySignIn(ana.email, ana.password)).toBe(200)
    expect(await resetWith(token, '😀😀😀😀😀😀')).toMatchObject(succeeds)
    expect(await trySignIn(ana.email, '😀😀😀😀😀😀')).toBe(200)
  })
})

describe('a reset link', () => {
  test('works only once if it is used 20 times at the same moment', async () => {
    const ana = await app.signUp('Ana')
    const token = await app.resetTokenFor(ana)
    const passwords = Array.from({ length: 20 }, (_, n) => `new password ${n}`)
    const answers = await Promise.all(passwords.map(password => resetWith(token, password)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(used)
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(await trySignIn(ana.email, passwords[winner] ?? '')).toBe(200)
    const notices = (await app.emailsTo(ana)).filter(({ subject }) => subject.includes('was changed'))
    expect(notices).toHaveLength(1)
  })

  test('is valid for one hour', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const tokens = [await app.resetTokenFor(ana), await app.resetTokenFor(ben)] as const
    app.clock.advance(hourMs - minuteMs)
    expect(await resetWith(tokens[0])).toMatchObject(succeeds)
    app.clock.advance(minuteMs)
    expect(await resetWith(tokens[1])).toMatchObject(expired)
    expect(await trySignIn(ben.email, ben.password)).toBe(200)
  })

  test('is refused like an unknown link after a newer link is emailed, and the newer link works once', async () => {
    const ana = await app.signUp('Ana')
    const [older, newer] = [await app.resetTokenFor(ana), await app.resetTokenFor(ana)]
    expect(await resetWith(older)).toMatchObject(notFound)
    expect(await resetWith('A'.repeat(43))).toMatchObject(notFound)
    expect(await resetWith(newer)).toMatchObject(succeeds)
    expect(await resetWith(newer)).toMatchObject(used)
  })

  test('with the code of a verification link is refused', async () => {
    const email = newAddress()
    await app.guest().ok(api.signUp, { body: { displayName: 'Ana', email, password: 'correct horse' } })
    const code = await app.codeTo(email)
    expect(await resetWith(code)).toMatchObject(notFound)
    await app.guest().verify(code)
  })

  test('stays valid after a GET request to it', async () => {
    const ana = await app.signUp('Ana')
    const token = await app.resetTokenFor(ana)
    await fetch(await app.linkTo(ana, 'reset-password'))
    expect(await resetWith(token)).toMatchObject(succeeds)
  })

  test('is stored as a hash, and only one of several concurrently requested links is valid', async () => {
    const ana = await app.signUp('Ana')
    await Promise.all([askFor(ana.email), askFor(ana.email), askFor(ana.email)])
    const mine = and(eq(actionCodes.userId, ana.userId), eq(actionCodes.purpose, 'reset-password'))
    expect(await app.database.$count(actionCodes, mine)).toBe(3)
    const valid = await app.database
      .select()
      .from(actionCodes)
      .where(and(mine, isNull(actionCodes.endedAt)))
    expect(valid).toHaveLength(1)
    for (const { text } of (await app.emailsTo(ana)).slice(1)) {
      const token = text.match(/token=([\w-]+)/)?.[1] ?? ''
      expect(token).not.toBe('')
      expect(valid[0]?.codeHash.equals(Buffer.from(token, 'base64url'))).toBe(false)
    }
  })

  test('is deleted 30 days after it has expired', async () => {
    const ana = await app.signUp('Ana')
    await askFor(ana.email)
    const mine = and(eq(actionCodes.userId, ana.userId), eq(actionCodes.purpose, 'reset-password'))
    app.clock.advance(30 * dayMs + hourMs - minuteMs)
    await app.runMaintenance()
    expect(await app.database.$count(actionCodes, mine)).toBe(1)
    app.clock.advance(2 * minuteMs)
    await app.runMaintenance()
    expect(await app.database.$count(actionCodes, mine)).toBe(0)
  })
})

describe('reset requests above the limit of an IP address', () => {
  const proxied = useTestApp({ LIMIT_PASSWORD_RESETS_PER_IP: '2', TRUSTED_PROXIES: '127.0.0.1, ::1' })

  test('do not count towards the limit of the email address', async () => {
    const ana = await proxied.signUp('Ana')
    const from = (ip: string, email: string) =>
      proxied
        .guest()
        .request(
          'POST',
          `${functionsPath}/sendCustomPasswordReset`,
          { data: { email } },
          { 'x-forwarded-for': ip },
        )
    for (let n = 0; n < 2; n++) expect(await from('203.0.113.1', newAddress())).toMatchObject(succeeds)
    for (let n = 0; n < 4; n++) expect(await from('203.0.113.1', ana.email)).toMatchObject(exhausted)
    expect(await from('203.0.113.2', ana.email)).toMatchObject(succeeds)
  })
})

describe('wrong codes', () => {
  const strict = useTestApp({ LIMIT_WRONG_CODES_PER_IP: '4' })

  test('for resets and verifications have a common limit for an IP address, and right codes do not count', async () => {
    const [ana, ben] = [await strict.signUp('Ana'), await strict.signUp('Ben')]
    const tokens: string[] = []
    for (const user of [ana, ben]) tokens.push(await strict.resetTokenFor(user))
    expect(await resetWith(tokens[0] ?? '', undefined, strict)).toMatchObject(succeeds)
    for (const guess of ['a', 'b']) {
      expect(await resetWith(guess, undefined, strict)).toMatchObject(notFound)
      expect((await strict.guest().call(api.verifyEmail, { body: { code: guess } })).status).toBe(400)
    }
    const refused = [
      await resetWith(tokens[1] ?? '', undefined, strict),
      await strict.guest().call(api.verifyEmail, { body: { code: 'c' } }),
    ]
    expect(refused[0]).toMatchObject(
      refuses(429, 'RESOURCE_EXHAUSTED', 'Too many attempts. Please try again later.'),
    )
    expect(refused[1]).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    strict.clock.advance(15 * minuteMs)
    expect(await resetWith(tokens[1] ?? '', undefined, strict)).toMatchObject(succeeds)
  })
})

describe.skipIf(inject('postgresUrl') === null)('at the same moment', () => {
  test('a reset and a sign-in with the old password leave no session', async () => {
    const ana = await app.signUp('Ana')
    const token = await app.resetTokenFor(ana)
    const stranger = app.guest()
    const { reset, signedIn } = await app.database.transaction(async transaction => {
      await transaction.execute(sql`lock table sessions in share mode`)
      const reset = resetWith(token)
      await waitForBlockedStatements(app.database, 1)
      const signedIn = stranger.call(api.signIn, { body: { email: ana.email, password: ana.password } })
      await waitForBlockedStatements(app.database, 2)
      return { reset, signedIn }
    })
    expect(await reset).toMatchObject(succeeds)
    expect((await signedIn).status).toBe(401)
    expect(await app.database.$count(sessions, eq(sessions.userId, ana.userId))).toBe(0)
  })

  test('a sign-out and a concurrent reset both succeed without a deadlock', async () => {
    const ana = await app.signUp('Ana')
    const group = await app.groupOf(ana)
    const token = await app.resetTokenFor(ana)
    const { left, reset } = await app.database.transaction(async transaction => {
      await transaction.execute(sql`select from groups where id = ${group.id} for update`)
      const left = ana.call(api.signOut)
      await waitForBlockedStatements(app.database, 1)
      const reset = resetWith(token)
      await waitForBlockedStatements(app.database, 2)
      return { left, reset }
    })
    expect((await left).status).toBe(204)
    expect(await reset).toMatchObject(succeeds)
    const mine = await app.database.select().from(memberships).where(eq(memberships.userId, ana.userId))
    expect(mine.map(({ status }) => status)).toEqual([false])
  })
})

function withoutDate({ status, headers, body }: Reply) {
  return { status, body, headers: Object.fromEntries([...headers].filter(([name]) => name !== 'date')) }
}
