import { readSession, signIn, signUp, verifyEmail } from '@grouplight/contract/account.ts'
import { functionsPath } from '@grouplight/contract/callable.ts'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, inject, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#clock.ts'
import { actionCodes, letters, users } from '#database/schema.ts'
import { newId } from '#new-id.ts'
import type { Person, Reply } from '#testing/person.ts'
import { statementsWaiting } from '#testing/statements-waiting.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()

const newAddress = () => `${newId().toLowerCase()}@example.org`
const userOf = async (email: string) =>
  (await app.database.select().from(users).where(eq(users.email, email)))[0]
const codeTo = async (email: string) =>
  (await app.linkTo(email, 'email-verified')).searchParams.get('oobCode') ?? ''

/** Signs somebody up who does not click the link yet, and answers the code in it. */
async function register(email: string, displayName = 'Ana', password = 'correct horse'): Promise<string> {
  await app.guest().ok(signUp, { body: { displayName, email, password } })
  return codeTo(email)
}

const refusalOf = async (answer: Promise<Reply>) => {
  const { status, body } = await answer
  return [status, (body as { code?: string }).code]
}
const verifying = (code: string) => refusalOf(app.guest().call(verifyEmail, { body: { code } }))
const signingIn = (email: string, password: string) =>
  refusalOf(app.guest().call(signIn, { body: { email, password } }))

describe('signing up', () => {
  test('mails a link, and whoever clicks it can sign in', async () => {
    const email = newAddress()
    expect(await app.guest().ok(signUp, { body: { displayName: 'Ana', email, password: 'secret' } })).toEqual(
      {
        ok: true,
      },
    )
    const link = await app.linkTo(email, 'email-verified')
    expect(`${link.origin}${link.pathname}`).toBe(`${app.url}/email-verified`)
    expect([...link.searchParams.keys()]).toEqual(['mode', 'oobCode'])
    expect(link.searchParams.get('mode')).toBe('verifyEmail')
    expect(await signingIn(email, 'secret')).toEqual([403, 'email-not-verified'])

    const ana = app.guest()
    await ana.verify(link.searchParams.get('oobCode') ?? '')
    const { account } = await ana.ok(signIn, { body: { email, password: 'secret' } })
    expect(account).toEqual({ userId: expect.any(String), displayName: 'Ana', email, emailVerified: true })
    expect(await ana.ok(readSession)).toEqual({ account })
  })

  test('trims and lower-cases the address, tidies the name and keeps every character of the password', async () => {
    const email = newAddress()
    const typed = { email: `  ${email.toUpperCase()} `, password: '  pässwörd ' }
    await app.guest().ok(signUp, { body: { displayName: '  Ana \t Maria ', ...typed } })
    await app.guest().verify(await codeTo(email))
    expect(await signingIn(email, 'pässwörd')).toEqual([401, 'invalid-credential'])
    const { account } = await app.guest().ok(signIn, { body: typed })
    expect(account).toMatchObject({ displayName: 'Ana Maria', email })
  })

  test('keeps neither the password nor the code of the link, only their hashes', async () => {
    const email = newAddress()
    const code = await register(email, 'Ana', 'a password nobody else has')
    expect(code.length).toBeGreaterThanOrEqual(22)
    const user = await userOf(email)
    expect(user?.passwordHash).toMatch(/^\$argon2id\$/)
    const codes = await app.database
      .select()
      .from(actionCodes)
      .where(eq(actionCodes.userId, user?.id ?? ''))
    const stored = JSON.stringify([
      user,
      codes.map(row => ({ ...row, codeHash: row.codeHash.toString('latin1') })),
    ])
    expect(codes).toHaveLength(1)
    expect(stored).not.toContain('a password nobody else has')
    expect(stored).not.toContain(code)
    expect(codes[0]?.codeHash.equals(Buffer.from(code, 'base64url'))).toBe(false)
  })

  test('with a taken address answers as for a new one, changes nothing and tells the owner', async () => {
    const ana = await app.signUp('Ana')
    const before = await userOf(ana.email)
    const [stranger, taken] = await Promise.all(
      [newAddress(), ana.email].map(email =>
        app.guest().call(signUp, { body: { displayName: 'Eve', email, password: 'eves password' } }),
      ),
    )
    expect(alike(taken)).toEqual(alike(stranger))

    expect(await userOf(ana.email)).toEqual(before)
    expect(await signingIn(ana.email, 'eves password')).toEqual([401, 'invalid-credential'])
    const told = (await app.lettersTo(ana)).slice(1)
    expect(told.map(({ subject }) => subject)).toEqual(['You already have a Grouplight account'])
    expect(told[0]?.text).toContain(`${app.url}/login`)
    expect(told[0]?.text).toContain(`${app.url}/forgot-password`)
    expect(told[0]?.text).not.toContain('oobCode')
  })

  test('again with an address never verified: name, password and link of the last time count', async () => {
    const email = newAddress()
    const first = await register(email, 'Eve', 'eves password')
    const second = await register(email, 'Ana', 'anas password')
    expect(await verifying(first)).toEqual([400, 'invalid-action-code'])
    expect((await userOf(email))?.emailVerifiedAt).toBeNull()

    await app.guest().verify(second)
    expect(await signingIn(email, 'eves password')).toEqual([401, 'invalid-credential'])
    const { account } = await app.guest().ok(signIn, { body: { email, password: 'anas password' } })
    expect(account.displayName).toBe('Ana')
    expect(await app.database.$count(users, eq(users.email, email))).toBe(1)
  })

  test('many times at once makes one account with one living link', async () => {
    const email = newAddress()
    await Promise.all(Array.from({ length: 6 }, (_, n) => register(email, `Ana ${n}`)))
    const user = await userOf(email)
    const codes = await app.database
      .select()
      .from(actionCodes)
      .where(eq(actionCodes.userId, user?.id ?? ''))
    expect(codes).toHaveLength(6)
    expect(codes.filter(({ endedAt }) => endedAt === null)).toHaveLength(1)
  })

  test('writes account and letter together or not at all', async () => {
    const email = newAddress()
    await app.database.execute(
      sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no letters today''; end'`,
    )
    await app.database.execute(sql`create trigger refuse before insert on letters execute function refuse()`)
    const body = { displayName: 'Ana', email, password: 'correct horse' }
    expect(await refusalOf(app.guest().call(signUp, { body }))).toEqual([500, 'internal'])
    expect(await userOf(email)).toBeUndefined()

    await app.database.execute(sql`drop function refuse cascade`)
    await app.guest().ok(signUp, { body })
    expect(await app.lettersTo(email)).toHaveLength(1)
  })
})

describe('a verification link', () => {
  test('works once; a second time it is already used, and one that never was is refused alike', async () => {
    const code = await register(newAddress())
    const answers = await Promise.all(Array.from({ length: 8 }, () => verifying(code)))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    const [again, unknown] = await Promise.all(
      [code, 'A'.repeat(43)].map(code => app.guest().call(verifyEmail, { body: { code } })),
    )
    expect(again?.status).toBe(400)
    expect(again?.body).toEqual({
      code: 'invalid-action-code',
      message: 'The verification link is invalid or has already been used.',
    })
    expect(unknown?.body).toEqual(again?.body)
  })

  test('is used up by the page’s POST, never by being opened', async () => {
    const email = newAddress()
    await register(email)
    const link = await app.linkTo(email, 'email-verified')
    await fetch(link)
    await fetch(link, { method: 'HEAD' })
    expect((await userOf(email))?.emailVerifiedAt).toBeNull()
    expect(await verifying(link.searchParams.get('oobCode') ?? '')).toEqual([200, undefined])
  })

  test('lives 72 hours', async () => {
    const emails = [newAddress(), newAddress()] as const
    const codes = [await register(emails[0]), await register(emails[1])] as const
    app.clock.advance(72 * hourMs - minuteMs)
    expect(await verifying(codes[0])).toEqual([200, undefined])
    app.clock.advance(minuteMs)
    expect(await verifying(codes[1])).toEqual([400, 'expired-action-code'])
    expect((await userOf(emails[1]))?.emailVerifiedAt).toBeNull()
  })

  test('of somebody disabled verifies nothing', async () => {
    const email = newAddress()
    const code = await register(email)
    await app.database.update(users).set({ disabledAt: app.clock.now() }).where(eq(users.email, email))
    expect(await verifying(code)).toEqual([403, 'user-disabled'])
    expect((await userOf(email))?.emailVerifiedAt).toBeNull()
  })

  test('is for verifying alone: the token of a reset link is none', async () => {
    const email = newAddress()
    await register(email)
    await app.guest().request('POST', `${functionsPath}/sendCustomPasswordReset`, { data: { email } })
    const token = (await app.linkTo(email, 'reset-password')).searchParams.get('token') ?? ''
    expect(token).not.toBe('')
    expect(await verifying(token)).toEqual([400, 'invalid-action-code'])
  })
})

test('accounts never verified are forgotten after 14 days, counted from the last sign-up', async () => {
  const ana = await app.signUp('Ana')
  const [early, late] = [newAddress(), newAddress()]
  await register(early)
  await register(late)
  app.clock.advance(7 * dayMs)
  await register(late)
  app.clock.advance(7 * dayMs - minuteMs)
  await app.sweep()
  expect(await userOf(early)).toBeDefined()
  app.clock.advance(2 * minuteMs)
  await app.sweep()
  expect(await userOf(early)).toBeUndefined()
  expect(await userOf(late)).toBeDefined()
  expect(await userOf(ana.email)).toBeDefined()
  expect(await register(early)).not.toBe('')
})

describe('sendVerificationEmail', () => {
  const strict = useTestApp({ LIMIT_VERIFICATION_EMAILS_PER_IP: '2' })
  const send = (email: string, displayName = 'Eve') =>
    app.guest().request('POST', `${functionsPath}/sendVerificationEmail`, { email, displayName })

  test('mails an unverified account its link again, which ends the older one', async () => {
    const email = newAddress()
    const first = await register(email, 'Ana', 'anas password')
    expect(await send(` ${email.toUpperCase()} `)).toMatchObject({ status: 200, body: { ok: true } })
    const second = await codeTo(email)
    expect(second).not.toBe(first)
    expect(await verifying(first)).toEqual([400, 'invalid-action-code'])
    expect(await verifying(second)).toEqual([200, undefined])
    const { account } = await app.guest().ok(signIn, { body: { email, password: 'anas password' } })
    expect(account.displayName).toBe('Ana')
  })

  test('answers everybody the same, and mails neither strangers nor those verified nor those disabled', async () => {
    const ana = await app.signUp('Ana')
    const disabled = newAddress()
    await register(disabled)
    await app.database.update(users).set({ disabledAt: app.clock.now() }).where(eq(users.email, disabled))
    const unverified = newAddress()
    await register(unverified)
    const before = await app.database.$count(letters)
    const answers = []
    for (const email of [ana.email, newAddress(), disabled, 'not an address', ''])
      answers.push(await send(email))
    expect(await app.database.$count(letters)).toBe(before)
    const known = await send(unverified)
    expect(await app.database.$count(letters)).toBe(before + 1)
    for (const answer of answers) expect(alike(answer)).toEqual(alike(known))
  })

  test('mails once a minute and 5 times a day at most, and says nothing about it', async () => {
    const email = newAddress()
    await register(email)
    const mailedAfter = async (ms: number) => {
      app.clock.advance(ms)
      expect(await send(email)).toMatchObject({ status: 200, body: { ok: true } })
      return (await app.lettersTo(email)).length - 1
    }
    expect(await mailedAfter(0)).toBe(1)
    expect(await mailedAfter(30_000)).toBe(1)
    expect(await mailedAfter(31_000)).toBe(2)
    for (const mailed of [3, 4, 5]) expect(await mailedAfter(minuteMs)).toBe(mailed)
    expect(await mailedAfter(minuteMs)).toBe(5)
    expect(await mailedAfter(hourMs)).toBe(5)
    expect(await mailedAfter(dayMs)).toBe(6)
  })

  test('is refused to an address of the network that asks for many, whoever they are for', async () => {
    const from = (email: string) =>
      strict.guest().request('POST', `${functionsPath}/sendVerificationEmail`, { email })
    for (const email of [newAddress(), 'no address']) expect((await from(email)).status).toBe(200)
    const refused = await from(newAddress())
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    const retryAfterMs = Number(refused.headers.get('retry-after')) * 1_000
    strict.clock.advance(retryAfterMs)
    expect((await from(newAddress())).status).toBe(200)
  })

  test('many times at once mails once', async () => {
    const email = newAddress()
    await register(email)
    await Promise.all(Array.from({ length: 8 }, () => send(email)))
    expect(await app.lettersTo(email)).toHaveLength(2)
  })
})

describe('the limit of sign-ups', () => {
  const strict = useTestApp({ LIMIT_SIGN_UPS_PER_IP: '3' })
  const proxied = useTestApp({ LIMIT_SIGN_UPS_PER_IP: '1', TRUSTED_PROXIES: '127.0.0.1, ::1' })
  const signUpFrom = (guest: Person, forwardedFor: string) =>
    guest.call(signUp, {
      body: { displayName: 'Ana', email: newAddress(), password: 'correct horse' },
      headers: { 'x-forwarded-for': forwardedFor },
    })

  test('counts an address of the network for an hour; nobody dodges it by a header of their own', async () => {
    const guest = strict.guest()
    for (const n of [1, 2, 3]) expect((await signUpFrom(guest, `203.0.113.${n}`)).status).toBe(200)
    const refused = await signUpFrom(guest, '203.0.113.4')
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    const retryAfterMs = Number(refused.headers.get('retry-after')) * 1_000
    expect(retryAfterMs).toBeGreaterThan(0)
    expect(retryAfterMs).toBeLessThanOrEqual(hourMs)
    expect(await strict.database.$count(users)).toBe(3)
    strict.clock.advance(retryAfterMs)
    expect((await signUpFrom(guest, '203.0.113.4')).status).toBe(200)
  })

  test('counts whom a trusted proxy names', async () => {
    const guest = proxied.guest()
    expect((await signUpFrom(guest, '203.0.113.1')).status).toBe(200)
    expect((await signUpFrom(guest, '203.0.113.2')).status).toBe(200)
    expect((await signUpFrom(guest, '203.0.113.1')).status).toBe(429)
    // What a client claims itself stands further left than what the proxy adds.
    expect((await signUpFrom(guest, '203.0.113.9, 203.0.113.1')).status).toBe(429)
  })
})

describe.skipIf(inject('postgresUrl') === null)('at the same moment', () => {
  test('a sign-up and a click on the older link come one after the other', async () => {
    const email = newAddress()
    const code = await register(email, 'Ana', 'anas password')
    const answers = await app.database.transaction(async transaction => {
      await transaction.execute(sql`select from users where email = ${email} for update`)
      const again = app
        .guest()
        .call(signUp, { body: { displayName: 'Eve', email, password: 'eves password' } })
      await statementsWaiting(app.database, 1)
      const click = verifying(code)
      await statementsWaiting(app.database, 2)
      return { again, click }
    })
    expect(await answers.again).toMatchObject({ status: 200 })
    expect(await answers.click).toEqual([400, 'invalid-action-code'])
    expect((await userOf(email))?.emailVerifiedAt).toBeNull()
  })
})

/** All that a guest can see of an answer, but for the clock. */
function alike(answer: Reply | undefined) {
  const headers = Object.fromEntries([...(answer?.headers ?? [])].filter(([name]) => name !== 'date'))
  return { status: answer?.status, headers, body: answer?.body }
}
