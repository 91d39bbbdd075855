import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#platform/clock.ts'
import { signUpCodes, signUps, users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { newAddress, type Reply, TestUser } from '#testing/test-user.ts'
import { codeLifeMs } from './action-codes.ts'
import { deleteAccount } from './delete-account.ts'
import { signUpLifeMs } from './sign-ups.ts'

const app = useTestApp()

const userOf = async (email: string) =>
  (await app.database.select().from(users).where(eq(users.email, email)))[0]
const listSignUps = (email: string) =>
  app.database.select().from(signUps).where(eq(signUps.email, email)).orderBy(signUps.createdAt)

async function register(email: string, displayName = 'Ana', password = 'correct horse'): Promise<string> {
  await app.guest().ok(api.signUp, { body: { displayName, email, password } })
  return app.codeTo(email)
}

const refusalOf = async (answer: Promise<Reply>) => {
  const { status, body } = await answer
  return [status, (body as { code?: string }).code]
}
const signingUp = (email: string, password = 'correct horse') =>
  app.guest().call(api.signUp, { body: { displayName: 'Eve', email, password } })
const signingIn = (email: string, password: string) =>
  refusalOf(app.guest().call(api.signIn, { body: { email, password } }))

describe('signing up', () => {
  test('sends a verification link by email, and the user can sign in after opening it', async () => {
    const email = newAddress()
    expect(
      await app.guest().ok(api.signUp, { body: { displayName: 'Ana', email, password: 'secret' } }),
    ).toMatchObject({ ok: true })
    const link = await app.linkTo(email, 'email-verified')
    expect(`${link.origin}${link.pathname}`).toBe(`${app.url}/email-verified`)
    expect([...link.searchParams.keys()]).toEqual(['mode', 'oobCode'])
    expect(link.searchParams.get('mode')).toBe('verifyEmail')
    expect(await signingIn(email, 'secret')).toEqual([403, 'email-not-verified'])

    const ana = app.guest()
    await ana.verify(link.searchParams.get('oobCode') ?? '')
    const { account } = await ana.ok(api.signIn, { body: { email, password: 'secret' } })
    expect(account).toEqual({ uid: expect.any(String), displayName: 'Ana', email, emailVerified: true })
    expect(await ana.ok(api.readSession)).toEqual({ account })
  })

  test('trims and lower-cases the address, collapses white space in the name and does not change the password', async () => {
    const email = newAddress()
    const typed = { email: `  ${email.toUpperCase()} `, password: '  pässwörd ' }
    await app.guest().ok(api.signUp, { body: { displayName: '  Ana \t Maria ', ...typed } })
    await app.guest().verify(await app.codeTo(email))
    expect(await signingIn(email, 'pässwörd')).toEqual([401, 'invalid-credential'])
    const { account } = await app.guest().ok(api.signIn, { body: typed })
    expect(account).toMatchObject({ displayName: 'Ana Maria', email })
  })

  test('stores only hashes of the password and of the code', async () => {
    const email = newAddress()
    const code = await register(email, 'Ana', 'a password nobody else has')
    expect(code.length).toBeGreaterThanOrEqual(22)
    const [stored] = await listSignUps(email)
    expect(stored?.passwordHash).toMatch(/^\$argon2id\$/)
    const codes = await app.database
      .select()
      .from(signUpCodes)
      .where(eq(signUpCodes.signUpId, stored?.id ?? ''))
    const json = JSON.stringify([
      stored,
      codes.map(row => ({ ...row, codeHash: row.codeHash.toString('latin1') })),
    ])
    expect(codes).toHaveLength(1)
    expect(json).not.toContain('a password nobody else has')
    expect(json).not.toContain(code)
    expect(codes[0]?.codeHash.equals(Buffer.from(code, 'base64url'))).toBe(false)
  })

  test('a sign-up with the address of an account does not change the account and sends an email to the owner', async () => {
    const ana = await app.signUp('Ana')
    const before = await userOf(ana.email)
    expect(await signingUp(ana.email, 'eves password')).toMatchObject({ status: 200, body: { ok: true } })
    expect(await userOf(ana.email)).toEqual(before)
    const emails = await app.emailsTo(ana)
    expect(emails.map(({ subject }) => subject)).toEqual(['You already have a Grouplight account'])
    expect(emails[0]?.text).toContain(`${app.url}/login`)
    expect(emails[0]?.text).toContain(`${app.url}/forgot-password`)
    expect(emails[0]?.text).not.toContain('oobCode')
  })

  test('creates no account yet, and identifies the browser by a cookie that scripts cannot read', async () => {
    const email = newAddress()
    const ana = new TestUser(app.url, { name: 'Ana', email })
    const { headers } = await ana.call(api.signUp, {
      body: { displayName: 'Ana', email, password: ana.password },
    })
    const [cookie, ...attributes] = headers.get('set-cookie')?.split('; ') ?? []
    expect(cookie).toMatch(/^grouplight-sign-up=[\w-]{43}$/)
    expect(attributes).toEqual(['Max-Age=1209600', 'Path=/', 'HttpOnly', 'SameSite=Lax'])
    await ana.register()
    expect(ana.browser).toBe(cookie)
    expect(await userOf(email)).toBeUndefined()
    const [first, second] = await listSignUps(email)
    expect(first?.browserHash).toEqual(second?.browserHash)
    expect(first?.browserHash?.toString('base64url')).not.toBe(cookie?.split('=')[1])
  })

  test('succeeds for five of eight concurrent sign-ups of one address, and each of the five gets its own link', async () => {
    const email = newAddress()
    const answers = await Promise.all(Array.from({ length: 8 }, () => signingUp(email)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
    expect(await app.emailsTo(email)).toHaveLength(5)
    const codes = await app.database
      .select()
      .from(signUpCodes)
      .innerJoin(signUps, eq(signUps.id, signUpCodes.signUpId))
      .where(eq(signUps.email, email))
    expect(codes).toHaveLength(5)
  })

  test('stores the sign-up and the email in one transaction', async () => {
    const email = newAddress()
    await app.database.execute(
      sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no emails today''; end'`,
    )
    await app.database.execute(sql`create trigger refuse before insert on outbox execute function refuse()`)
    const body = { displayName: 'Ana', email, password: 'correct horse' }
    expect(await refusalOf(app.guest().call(api.signUp, { body }))).toEqual([500, 'internal'])
    expect(await listSignUps(email)).toEqual([])

    await app.database.execute(sql`drop function refuse cascade`)
    await app.guest().ok(api.signUp, { body })
    expect(await app.emailsTo(email)).toHaveLength(1)
  })
})

test('sign-ups are deleted after 14 days, and accounts are not', async () => {
  const ana = await app.signUp('Ana')
  const email = newAddress()
  await register(email)
  app.clock.advance(14 * dayMs - minuteMs)
  await app.runMaintenance()
  expect(await listSignUps(email)).toHaveLength(1)
  app.clock.advance(2 * minuteMs)
  await app.runMaintenance()
  expect(await listSignUps(email)).toEqual([])
  expect(await listSignUps(ana.email)).toEqual([])
  expect(await userOf(ana.email)).toBeDefined()
  expect(await register(email)).not.toBe('')
})

test('the sign-ups of an address are deleted with its account', async () => {
  const ana = await app.signUp('Ana')
  await signingUp(ana.email)
  await deleteAccount(app.services, ana)
  expect(await listSignUps(ana.email)).toEqual([])
})

test('a sign-up is stored for longer than its verification link is valid', () => {
  expect(signUpLifeMs).toBeGreaterThan(codeLifeMs['verify-email'])
})
