import { confirmationLifeMinutes } from '@grouplight/contract/session.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { minuteMs } from '#platform/clock.ts'
import { identities, users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useAppWithProvider } from '#testing/app-with-provider.ts'
import { returnTo } from '#testing/provider.ts'
import type { TestUser } from '#testing/test-user.ts'

const { app, provider } = await useAppWithProvider()

const methodsOf = (user: TestUser) => user.ok(api.readSignInMethods)
const pauseTooLong = () => app.clock.advance((confirmationLifeMinutes + 1) * minuteMs)
const subjectsTo = async (user: TestUser) => (await app.emailsTo(user)).map(({ subject }) => subject)
const confirmFirst = { status: 403, body: { code: 'confirm-first' } }

/** Makes a visit for a confirmation, with a sign-in `seconds` after the start of the visit. Returns the next page. */
async function confirm(user: TestUser, seconds = 1): Promise<string> {
  const authTime = Math.floor(app.clock.now().getTime() / 1_000) + seconds
  provider.tamper = claims => ({ ...claims, auth_time: authTime })
  return (await provider.visit(user, { purpose: 'confirm' })).page
}

async function signInByProvider(): Promise<TestUser> {
  const identity = provider.useUser()
  const user = app.guest()
  await provider.visit(user)
  const { account } = await user.ok(api.readSession)
  return Object.assign(user, { email: identity.email, userId: account?.uid ?? '' })
}

test('a user links the account with an identity that has another address, and then signs in with this identity', async () => {
  const ana = await app.signUp('Ana')
  expect(await methodsOf(ana)).toEqual({ hasPassword: true, linkedAt: null })
  provider.useUser({ email: 'another.address@example.org', email_verified: false })
  expect((await provider.visit(ana, { purpose: 'link' })).page).toBe('/profile/security')
  expect(await methodsOf(ana)).toEqual({ hasPassword: true, linkedAt: expect.any(String) })
  const other = app.guest()
  expect((await provider.visit(other)).page).toBe('/dashboard')
  expect((await other.ok(api.readSession)).account?.uid).toBe(ana.userId)
  // Linking the account with the same identity again succeeds.
  expect((await provider.visit(ana, { purpose: 'link' })).page).toBe('/profile/security')
})

test('linking and unlinking need a confirmation', async () => {
  const ana = await app.signUp('Ana')
  provider.useUser()
  await provider.visit(ana, { purpose: 'link' })
  pauseTooLong()
  expect(await ana.call(api.startProviderSignIn, { body: { purpose: 'link' } })).toMatchObject(confirmFirst)
  expect(await ana.call(api.unlinkProvider)).toMatchObject(confirmFirst)
  await ana.ok(api.confirmByPassword, { body: { password: ana.password } })
  await ana.ok(api.unlinkProvider)
  expect(await methodsOf(ana)).toEqual({ hasPassword: true, linkedAt: null })
})

test('linking or unlinking an account sends an email if it changes something, and otherwise none', async () => {
  const ana = await app.signUp('Ana')
  const before = await subjectsTo(ana)
  provider.useUser()
  await provider.visit(ana, { purpose: 'link' })
  await provider.visit(ana, { purpose: 'link' })
  const linked = 'Your Grouplight account is now linked with Club Login. Was it you?'
  expect(await subjectsTo(ana)).toEqual([...before, linked])
  const { text } = (await app.emailsTo(ana)).at(-1) ?? {}
  expect(text).toContain('If it wasn’t you, unlink it in your profile, then reset your password.')
  expect(text).toContain(`Reset password: ${app.url}/forgot-password`)
  await ana.ok(api.unlinkProvider)
  await ana.ok(api.unlinkProvider)
  const unlinked = 'Your Grouplight account is no longer linked with Club Login. Was it you?'
  expect(await subjectsTo(ana)).toEqual([...before, linked, unlinked])
})

test('an identity can be linked with only one account, and an account with only one identity', async () => {
  const ana = await app.signUp('Ana')
  const first = provider.useUser()
  await provider.visit(ana, { purpose: 'link' })
  const ben = await app.signUp('Ben')
  expect((await provider.visit(ben, { purpose: 'link' })).page).toBe(
    '/profile/security#provider=linked-elsewhere',
  )
  provider.useUser()
  expect((await provider.visit(ana, { purpose: 'link' })).page).toBe(
    '/profile/security#provider=linked-elsewhere',
  )
  const linked = await app.database.select().from(identities).where(eq(identities.userId, ana.userId))
  expect(linked.map(({ subject }) => subject)).toEqual([first.sub])
})

test('a visit for linking succeeds only in the session that has started it', async () => {
  const ana = await app.signUp('Ana')
  const identity = provider.useUser()
  const { url } = await ana.ok(api.startProviderSignIn, { body: { purpose: 'link' } })
  const callback = await provider.follow(url)
  const ben = await app.signUp('Ben')
  ben.visit = ana.visit
  expect((await returnTo(ben, callback)).page).toBe('/profile/security#provider=refused')
  const found = await app.database.select().from(identities).where(eq(identities.subject, identity.sub))
  expect(found).toEqual([])
})

test('a user who signs out during a visit for linking is not linked', async () => {
  const ana = await app.signUp('Ana')
  const identity = provider.useUser()
  const { url } = await ana.ok(api.startProviderSignIn, { body: { purpose: 'link' } })
  const callback = await provider.follow(url)
  await ana.ok(api.signOut)
  expect((await returnTo(ana, callback)).page).toBe('/login#provider=refused')
  const found = await app.database.select().from(identities).where(eq(identities.subject, identity.sub))
  expect(found).toEqual([])
})

test('a user without a password cannot unlink', async () => {
  const ana = await signInByProvider()
  expect(await confirm(ana)).toBe('/profile/security')
  expect(await ana.call(api.unlinkProvider)).toMatchObject({
    status: 409,
    body: { code: 'password-missing' },
  })
  expect(await methodsOf(ana)).toEqual({ hasPassword: false, linkedAt: expect.any(String) })
})

test('to delete the account, a user without a password needs a confirmation, for example at the provider', async () => {
  const ana = await signInByProvider()
  pauseTooLong()
  expect(await ana.call(api.deleteAccount, { body: {} })).toMatchObject(confirmFirst)
  expect(await confirm(ana)).toBe('/profile/security')
  await ana.ok(api.deleteAccount, { body: {} })
  expect(await app.database.select().from(users).where(eq(users.uid, ana.userId))).toEqual([])
  expect(await app.database.select().from(identities).where(eq(identities.userId, ana.userId))).toEqual([])
})

test('a confirmation asks the provider to sign the user in again', async () => {
  const ana = await signInByProvider()
  const { url } = await ana.ok(api.startProviderSignIn, { body: { purpose: 'confirm' } })
  const { searchParams } = new URL(url)
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
})

test.each([
  ['without the time of the sign-in', () => undefined],
  ['with a sign-in of five minutes ago', () => Math.floor(Date.now() / 1_000) - 300],
])('an ID token %s confirms nothing', async (_, authTime) => {
  const ana = await signInByProvider()
  pauseTooLong()
  provider.tamper = claims => ({ ...claims, auth_time: authTime() })
  expect((await provider.visit(ana, { purpose: 'confirm' })).page).toBe('/profile/security#provider=refused')
  expect(await ana.call(api.deleteAccount, { body: {} })).toMatchObject(confirmFirst)
})

// `openid-client` would accept the sign-in of this test, because clocks may differ by some seconds.
test('a sign-in at the provider shortly before the visit confirms nothing', async () => {
  const ana = await signInByProvider()
  pauseTooLong()
  expect(await confirm(ana, -10)).toBe('/profile/security#provider=refused')
  expect(await ana.call(api.deleteAccount, { body: {} })).toMatchObject(confirmFirst)
})

test('a sign-in of another user at the provider confirms nothing', async () => {
  const ana = await signInByProvider()
  pauseTooLong()
  provider.useUser({ email: ana.email })
  expect(await confirm(ana)).toBe('/profile/security#provider=refused')
  expect(await ana.call(api.deleteAccount, { body: {} })).toMatchObject(confirmFirst)
})

test('a visit for a sign-in counts as a confirmation only if the user has signed in at the provider during the visit', async () => {
  for (const ageSeconds of [0, 600]) {
    const identity = provider.useUser()
    const authTime = Math.ceil(app.clock.now().getTime() / 1_000) - ageSeconds
    provider.tamper = claims => ({ ...claims, auth_time: authTime })
    const user = app.guest()
    await provider.visit(user)
    const { status } = await user.call(api.deleteAccount, { body: {} })
    expect([identity.sub, ageSeconds, status]).toEqual([
      identity.sub,
      ageSeconds,
      ageSeconds === 0 ? 204 : 403,
    ])
  }
})
