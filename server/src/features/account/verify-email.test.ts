import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#platform/clock.ts'
import { users } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { newAddress, type Reply, TestUser } from '#testing/test-user.ts'

const app = useTestApp()

const userOf = async (email: string) =>
  (await app.database.select().from(users).where(eq(users.email, email)))[0]

const refusalOf = async (answer: Promise<Reply>) => {
  const { status, body } = await answer
  return [status, (body as { code?: string }).code]
}
const verifying = (code: string, password?: string, browser = app.guest()) =>
  refusalOf(browser.call(api.verifyEmail, { body: { code, password } }))
const signingIn = (email: string, password: string) =>
  refusalOf(app.guest().call(api.signIn, { body: { email, password } }))

const anas = 'anas password'
const eves = 'eves password'

async function signUpAs(name: string, email: string, password: string): Promise<[TestUser, string]> {
  const browser = new TestUser(app.url, { name, email })
  await browser.register(password)
  return [browser, await app.codeTo(email)]
}

async function register(email = newAddress()): Promise<string> {
  return (await signUpAs('Ana', email, anas))[1]
}

describe('a verification link', () => {
  test('works once; a used code and an unknown code get the same refusal', async () => {
    const code = await register()
    const answers = await Promise.all(Array.from({ length: 20 }, () => verifying(code)))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    const [again, unknown] = await Promise.all(
      [code, 'A'.repeat(43)].map(code => app.guest().call(api.verifyEmail, { body: { code } })),
    )
    expect(again?.status).toBe(400)
    expect(again?.body).toEqual({
      code: 'invalid-action-code',
      message: 'The verification link is invalid or has already been used.',
      params: { reason: 'verification' },
    })
    expect(unknown?.body).toEqual(again?.body)
  })

  test('stays valid after a GET and a HEAD request to it', async () => {
    const email = newAddress()
    await register(email)
    const link = await app.linkTo(email, 'email-verified')
    await fetch(link)
    await fetch(link, { method: 'HEAD' })
    expect(await userOf(email)).toBeUndefined()
    expect(await verifying(link.searchParams.get('oobCode') ?? '')).toEqual([200, undefined])
  })

  test('is valid for 72 hours', async () => {
    const emails = [newAddress(), newAddress()] as const
    const codes = [await register(emails[0]), await register(emails[1])] as const
    app.clock.advance(72 * hourMs - minuteMs)
    expect(await verifying(codes[0])).toEqual([200, undefined])
    app.clock.advance(minuteMs)
    expect(await verifying(codes[1])).toEqual([400, 'expired-action-code'])
    expect(await userOf(emails[1])).toBeUndefined()
  })

  test('is refused if the address has an enabled or a disabled account, and does not change this account', async () => {
    const email = newAddress()
    const code = await register(email)
    const account = { uid: newId(), email, displayName: 'Ana', passwordHash: '', createdAt: app.clock.now() }
    await app.database.insert(users).values({ ...account, emailVerifiedAt: app.clock.now() })
    expect(await verifying(code)).toEqual([400, 'invalid-action-code'])
    await app.database.update(users).set({ disabledAt: app.clock.now() }).where(eq(users.email, email))
    expect(await verifying(code)).toEqual([403, 'user-disabled'])
    expect(await userOf(email)).toMatchObject({ uid: account.uid, passwordHash: '' })
  })

  test('with the token of a reset link is refused', async () => {
    const email = newAddress()
    await register(email)
    expect(await verifying(await app.resetTokenFor(email))).toEqual([400, 'invalid-action-code'])
  })
})

describe('an address with several sign-ups', () => {
  test.each(['the victim', 'the stranger'])(
    'a link that is opened in the browser of a sign-up creates the account of that sign-up (%s signed up first)',
    async first => {
      const email = newAddress()
      const signUps = [() => signUpAs('Eve', email, eves), () => signUpAs('Ana', email, anas)]
      if (first === 'the victim') signUps.reverse()
      const [one, other] = [await signUps[0]?.(), await signUps[1]?.()]
      const ana = [one, other].find(signedUp => signedUp?.[0].name === 'Ana')?.[0]
      const strangers = [one, other].find(signedUp => signedUp?.[0].name === 'Eve')?.[1] ?? ''

      // Ana opens the stranger's link in the browser of her own sign-up.
      expect(await verifying(strangers, undefined, ana)).toEqual([200, undefined])
      expect(await signingIn(email, anas)).toEqual([200, undefined])
      expect(await userOf(email)).toMatchObject({ displayName: 'Ana' })
      expect(await signingIn(email, eves)).toEqual([403, 'email-not-verified'])
      for (const code of [one?.[1], other?.[1]])
        expect(await verifying(code ?? '')).toEqual([400, 'invalid-action-code'])
    },
  )

  test('the password of one of the sign-ups is required if a link is opened in another browser', async () => {
    const email = newAddress()
    const [, mine] = await signUpAs('Ana', email, anas)
    const [, strangers] = await signUpAs('Eve', email, eves)
    for (const code of [mine, strangers]) {
      expect(await verifying(code)).toEqual([409, 'password-needed'])
      expect(await verifying(code, 'a wrong password')).toEqual([401, 'wrong-password'])
    }
    expect(await userOf(email)).toBeUndefined()
    expect(await verifying(strangers, anas)).toEqual([200, undefined])
    expect(await userOf(email)).toMatchObject({ displayName: 'Ana' })
    expect(await signingIn(email, anas)).toEqual([200, undefined])
  })

  test('no password is required if all sign-ups were made with the same password in the browser that opens the link', async () => {
    const email = newAddress()
    const [ana, first] = await signUpAs('Ana', email, anas)
    await ana.register(anas)
    expect(await verifying(first, undefined, ana)).toEqual([200, undefined])
    expect(await signingIn(email, anas)).toEqual([200, undefined])
  })

  test('the password is required if sign-ups with different passwords were made in one browser', async () => {
    const email = newAddress()
    const [shared, strangers] = await signUpAs('Eve', email, eves)
    await shared.register(anas)
    const mine = await app.codeTo(email)
    for (const code of [mine, strangers])
      expect(await verifying(code, undefined, shared)).toEqual([409, 'password-needed'])
    expect(await verifying(strangers, anas, shared)).toEqual([200, undefined])
    expect(await signingIn(email, eves)).toEqual([403, 'email-not-verified'])
  })

  test('20 concurrent requests with the links create one account', async () => {
    const email = newAddress()
    const [, mine] = await signUpAs('Ana', email, anas)
    const [, strangers] = await signUpAs('Eve', email, eves)
    const uses = Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0 ? verifying(mine, anas) : verifying(strangers, eves),
    )
    const answers = await Promise.all(uses)
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'invalid-action-code')).toHaveLength(19)
    expect(await app.database.$count(users, eq(users.email, email))).toBe(1)
  })
})

describe('wrong passwords for a link', () => {
  const strict = useTestApp({ LIMIT_WRONG_CODES_PER_IP: '3' })

  test('count as wrong codes; a request that lacks the required password does not count', async () => {
    const email = newAddress()
    for (const [name, password] of [
      ['Ana', anas],
      ['Eve', eves],
    ] as const)
      await new TestUser(strict.url, { name, email }).register(password)
    const code = await strict.codeTo(email)
    const guess = (password?: string) =>
      refusalOf(strict.guest().call(api.verifyEmail, { body: { code, password } }))
    for (let n = 0; n < 5; n++) expect(await guess()).toEqual([409, 'password-needed'])
    for (let n = 0; n < 3; n++) expect(await guess('a guess')).toEqual([401, 'wrong-password'])
    expect(await guess(anas)).toEqual([429, 'too-many-requests'])
    strict.clock.advance(15 * minuteMs)
    expect(await guess(anas)).toEqual([200, undefined])
  })
})
