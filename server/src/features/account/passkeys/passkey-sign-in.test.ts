import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { closeCodes } from '@grouplight/contract/live.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { disableAccount } from '#features/account/disable-account.ts'
import { minuteMs } from '#platform/clock.ts'
import { users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import {
  Authenticator,
  addPasskey,
  signInByPasskey,
  type WrongValues,
  wrongOptions,
} from '#testing/authenticator.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()

const refused = {
  status: 401,
  body: { code: 'passkey-refused', message: 'This passkey cannot be used here.' },
}
const newUser = async (name: string): Promise<[TestUser, Authenticator]> => {
  const user = await app.signUp(name)
  return [user, await addPasskey(user)]
}

describe('a sign-in by passkey', () => {
  test('signs the user in and makes the browser a known browser: only the first sign-in in this browser sends an email', async () => {
    const [ana, authenticator] = await newUser('Ana')
    const browser = app.guest()
    const { status, body } = await signInByPasskey(browser, authenticator)
    expect([status, body]).toEqual([200, { account: await ana.ok(api.readSession).then(s => s.account) }])
    expect(await browser.ok(api.readSession)).toMatchObject({ account: { uid: ana.userId } })
    expect(browser.device).not.toBe('')
    const subjects = async () => (await app.emailsTo(ana)).map(({ subject }) => subject)
    const isNew = (subject: string) => subject.startsWith('New sign-in')
    expect((await subjects()).filter(isNew)).toHaveLength(1)
    await browser.ok(api.signOut)
    await signInByPasskey(browser, authenticator)
    expect((await subjects()).filter(isNew)).toHaveLength(1)
  })

  test('ends the session that the browser had before', async () => {
    const [, authenticator] = await newUser('Ana')
    const ben = await app.signUp('Ben')
    const screen = await ben.open()
    expect((await signInByPasskey(ben, authenticator)).status).toBe(200)
    expect(await screen.closed).toBe(closeCodes.sessionEnded)
  })

  test('has options that name no account and no credential', async () => {
    const { options } = await app.guest().ok(api.startPasskeySignIn)
    expect(options).toEqual({
      rpId: 'localhost',
      challenge: expect.stringMatching(/^[\w-]{72}$/),
      allowCredentials: [],
      userVerification: 'required',
      timeout: 5 * minuteMs,
    })
  })

  test('works in each of two pages of one browser after both have requested options', async () => {
    const [, authenticator] = await newUser('Ana')
    const browser = app.guest()
    const first = (await browser.ok(api.startPasskeySignIn)).options
    const second = (await browser.ok(api.startPasskeySignIn)).options
    for (const options of [first, second]) {
      const response = authenticator.use(options)
      expect((await browser.call(api.signInByPasskey, { body: { response } })).status).toBe(200)
    }
  })

  test('works after a password reset, and the new password works after the passkey is removed', async () => {
    const [ana, authenticator] = await newUser('Ana')
    // The account now has no password, like an account that a sign-in at the provider has created.
    await app.database.update(users).set({ passwordHash: null }).where(eq(users.uid, ana.userId))
    const { passkeys } = await ana.ok(api.listPasskeys)
    await app.resetPassword(ana, 'a new password')
    expect((await signInByPasskey(ana, authenticator)).status).toBe(200)
    await ana.ok(api.removePasskey, { params: { passkeyId: passkeys[0]?.id ?? '' } })
    await ana.signIn('a new password')
  })
})

describe('a passkey is refused at a sign-in', () => {
  let ana: TestUser
  let authenticator: Authenticator
  const signIn = (wrongs?: WrongValues) => signInByPasskey(app.guest(), authenticator, wrongs)
  beforeAll(async () => {
    ;[ana, authenticator] = await newUser('Ana')
  })

  const wrongs: Record<string, WrongValues> = {
    'from another origin': { origin: 'http://localhost:1' },
    'for another host name': { rpId: 'example.org' },
    'from a frame of another site': { crossOrigin: true },
    'with a challenge that the server did not make': { challenge: randomBytes(54).toString('base64url') },
    'with an empty challenge': { challenge: '' },
    'with a response of the type webauthn.create': { type: 'webauthn.create' },
    'without user verification': { userVerified: false },
    'without user presence': { userPresent: false },
    'with an unknown credential id': { credentialId: randomBytes(32) },
    'with the user handle of another account': { userHandle: Buffer.from('somebody').toString('base64url') },
    'with a wrong signature': { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
  }
  test.each(Object.entries(wrongs))('%s', async (_, wrong) => {
    expect(await signIn(wrong)).toMatchObject(refused)
    expect((await signIn()).status).toBe(200)
  })

  test('if its response claims the credential id or the user handle of another user', async () => {
    const [, bens] = await newUser('Ben')
    const { credentialId, userHandle } = authenticator
    for (const wrong of [{ credentialId }, { credentialId, userHandle }, { userHandle }])
      expect(await signInByPasskey(app.guest(), bens, wrong)).toMatchObject(refused)
  })

  test('with a challenge that has expired, was already used, or was made for another browser or purpose', async () => {
    const browser = app.guest()
    const use = (options: Record<string, unknown>, by = browser) =>
      by.call(api.signInByPasskey, { body: { response: authenticator.use(options) } })
    const options = async () => (await browser.ok(api.startPasskeySignIn)).options
    const another = app.guest()
    const first = await options()
    expect(await use(first, another)).toMatchObject(refused)
    await another.ok(api.startPasskeySignIn)
    expect(await use(first, another)).toMatchObject(refused)
    app.clock.advance(5 * minuteMs)
    expect(await use(first)).toMatchObject(refused)
    const second = await options()
    expect((await use(second)).status).toBe(200)
    expect(await use(second)).toMatchObject(refused)
    const toAdd = (await (await ana.onAnotherDevice()).ok(api.startAddingPasskey)).options
    expect(await use({ rpId: 'localhost', challenge: toAdd.challenge })).toMatchObject(refused)
    const third = await options()
    const concurrent = await Promise.all(Array.from({ length: 5 }, () => use(third)))
    expect(concurrent.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('with a counter that does not increase', async () => {
    const [, bens] = await newUser('Ben')
    const signIn = (counter: number) => signInByPasskey(app.guest(), bens, { counter })
    expect((await signIn(7)).status).toBe(200)
    for (const counter of [7, 6, 0]) expect(await signIn(counter)).toMatchObject(refused)
    expect((await signIn(8)).status).toBe(200)
  })

  test('for an account that is disabled or whose address is not verified', async () => {
    const [ben, bens] = await newUser('Ben')
    await app.database.update(users).set({ emailVerifiedAt: null }).where(eq(users.uid, ben.userId))
    expect(await signInByPasskey(app.guest(), bens)).toMatchObject(refused)
    await app.database.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.uid, ben.userId))
    expect((await signInByPasskey(app.guest(), bens)).status).toBe(200)
    await disableAccount(app.services, ben)
    expect(await signInByPasskey(app.guest(), bens)).toMatchObject(refused)
  })
})

describe('if the provider is the only way to sign in', () => {
  const providerOnly = useTestApp({
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'grouplight',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_ONLY: 'true',
  })

  test('a sign-in by passkey is refused', async () => {
    const off = { status: 403, body: { code: 'password-sign-in-off' } }
    const guest = providerOnly.guest()
    expect(await guest.call(api.startPasskeySignIn)).toMatchObject(off)
    const response = new Authenticator(providerOnly.url).use(wrongOptions)
    expect(await guest.call(api.signInByPasskey, { body: { response } })).toMatchObject(off)
  })
})
