import { functionsPath } from '@grouplight/contract/callable.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLink } from '#features/account/create-link.ts'
import { findAddress } from '#features/account/find-account.ts'
import { hashPassword } from '#features/account/passwords.ts'
import { users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { TestProvider } from '#testing/provider.ts'
import { useTestApp } from '#testing/test-app.ts'

const providers = await Promise.all([TestProvider.open(), TestProvider.open(), TestProvider.open()])
const opened = [...providers]
afterAll(() => Promise.all(opened.map(provider => provider.close())))

const startOf = { body: { purpose: 'sign-in' as const } }

describe('without a provider', () => {
  const app = useTestApp()

  test('starting a visit and the callback are answered 404, and the sign-in methods can be read', async () => {
    const ana = await app.signUp('Ana')
    const missing = { status: 404, body: { code: 'not-found' } }
    expect(await ana.call(api.startProviderSignIn, startOf)).toMatchObject(missing)
    expect(await ana.request('GET', `${api.providerCallbackPath}?code=x&state=x`)).toMatchObject(missing)
    expect(await ana.ok(api.readSignInMethods)).toEqual({ hasPassword: true, linkedAt: null })
  })
})

describe('with OIDC_SIGN_UP=false', () => {
  const provider = providers.shift() as TestProvider
  const app = useTestApp({ ...provider.env, OIDC_SIGN_UP: 'false' })
  beforeAll(() => provider.listen(app.url))

  test('users can sign in, and nobody gets a new account', async () => {
    const ana = await app.signUp('Ana')
    provider.useUser({ email: ana.email })
    expect((await provider.visit(app.guest())).page).toBe('/dashboard')
    const { email } = provider.useUser()
    expect((await provider.visit(app.guest())).page).toBe('/login#provider=sign-up-off')
    // A sign-up with the same address changes nothing.
    await app.guest().ok(api.signUp, { body: { displayName: 'Eve', email, password: 'wrong horse' } })
    expect((await provider.visit(app.guest())).page).toBe('/login#provider=sign-up-off')
    expect(await app.database.select().from(users).where(eq(users.email, email))).toEqual([])
  })
})

describe('with OIDC_TRUST_EMAIL=true', () => {
  const provider = providers.shift() as TestProvider
  const app = useTestApp({
    ...provider.env,
    OIDC_TRUST_EMAIL: 'true',
    REGISTRATION: 'closed',
    ALLOWED_EMAIL_DOMAINS: 'example.org',
  })
  beforeAll(() => provider.listen(app.url))

  test('any address of an allowed domain counts as verified and gets an account, even if REGISTRATION is closed', async () => {
    provider.useUser({ email_verified: undefined })
    expect((await provider.visit(app.guest())).page).toBe('/dashboard')
    provider.useUser({ email_verified: false })
    expect((await provider.visit(app.guest())).page).toBe('/dashboard')
    provider.useUser({ email: 'ana@elsewhere.example' })
    expect((await provider.visit(app.guest())).page).toBe('/login#provider=sign-up-off')
  })
})

describe('with OIDC_ONLY=true', () => {
  const provider = providers.shift() as TestProvider
  const app = useTestApp({ ...provider.env, OIDC_ONLY: 'true' })
  beforeAll(() => provider.listen(app.url))
  const off = { status: 403, body: { code: 'password-sign-in-off' } }
  const email = 'ana@example.org'

  test('sign-ups, passwords, password resets and passkeys are refused', async () => {
    const guest = app.guest()
    const password = 'correct horse'
    expect(await guest.call(api.signIn, { body: { email, password } })).toMatchObject(off)
    expect(await guest.call(api.signUp, { body: { displayName: 'Ana', email, password } })).toMatchObject(off)
    expect(await guest.call(api.verifyEmail, { body: { code: 'x' } })).toMatchObject(off)
    const again = await guest.request('POST', `${functionsPath}/sendVerificationEmail`, { email })
    expect(again).toMatchObject(off)
    const denied = { status: 403, body: { error: { status: 'PERMISSION_DENIED' } } }
    for (const [name, data] of [
      ['sendCustomPasswordReset', { email }],
      ['resetPasswordWithToken', { token: 'x', newPassword: 'battery staple' }],
    ] as const)
      expect(await guest.request('POST', `${functionsPath}/${name}`, { data })).toMatchObject(denied)
    expect(await app.emailsTo(email)).toEqual([])

    // This user has an old password, and a confirmation by the provider.
    const user = provider.useUser()
    const ana = app.guest()
    await provider.visit(ana)
    await app.database.update(users).set({ passwordHash: await hashPassword(password) })
    await provider.visit(ana, { purpose: 'confirm' })
    const newPassword = 'battery staple'
    expect(await ana.call(api.changePassword, { body: { password, newPassword } })).toMatchObject(off)
    expect(await ana.call(api.changePassword, { body: { newPassword } })).toMatchObject(off)
    expect(await ana.call(api.confirmByPassword, { body: { password } })).toMatchObject(off)
    expect(await ana.call(api.startAddingPasskey)).toMatchObject(off)
    const response = { clientDataJSON: '', attestationObject: '' }
    const passkey = { id: 'x', rawId: 'x', type: 'public-key' as const, response }
    expect(await ana.call(api.addPasskey, { body: { name: 'Phone', response: passkey } })).toMatchObject(off)
    const assertion = { clientDataJSON: '', authenticatorData: '', signature: '' }
    const used = { ...passkey, response: assertion }
    expect(await ana.call(api.confirmByPasskey, { body: { response: used } })).toMatchObject(off)
    expect(await ana.call(api.deleteAccount, { body: { password } })).toMatchObject(off)
    const address = await findAddress(app.database, user.email)
    await expect(createLink(app.services, { purpose: 'reset', address })).rejects.toMatchObject({
      code: 'password-sign-in-off',
    })
    // Because of the confirmation, no password is needed.
    await ana.ok(api.deleteAccount, { body: {} })
  })

  test('users sign in at the provider and cannot unlink', async () => {
    provider.useUser()
    const ana = app.guest()
    expect((await provider.visit(ana)).page).toBe('/dashboard')
    expect(await ana.call(api.unlinkProvider)).toMatchObject(off)
  })
})
