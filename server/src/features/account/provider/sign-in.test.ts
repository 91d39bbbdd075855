import { eq } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { disableAccount } from '#features/account/disable-account.ts'
import { findAccount } from '#features/account/find-account.ts'
import { identities, sessions, users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useAppWithProvider } from '#testing/app-with-provider.ts'
import { waitForBlockedStatements } from '#testing/blocked-statements.ts'
import type { TestUser } from '#testing/test-user.ts'

const { app, provider } = await useAppWithProvider()

const accountOf = async (user: TestUser) => (await user.ok(api.readSession)).account
const identitiesOf = (subject: string) =>
  app.database.select().from(identities).where(eq(identities.subject, subject))

test('a first sign-in with a verified address creates a verified account with the name from the provider and no password', async () => {
  const identity = provider.useUser({ name: 'Ana Perez' })
  const ana = app.guest()
  ana.device = 'language=ar'
  const { status, page, headers } = await provider.visit(ana)
  expect([status, page]).toEqual([302, '/dashboard'])
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  const account = await accountOf(ana)
  expect(account).toMatchObject({ displayName: 'Ana Perez', email: identity.email, emailVerified: true })
  const [stored] = await app.database.select().from(users).where(eq(users.email, identity.email))
  expect(stored).toMatchObject({ uid: account?.uid, passwordHash: null, hasSignedIn: true, language: 'ar' })
  expect(await app.emailsTo(identity.email)).toEqual([])
  expect(await identitiesOf(identity.sub)).toEqual([
    {
      issuer: `${provider.issuer}/`,
      subject: identity.sub,
      userId: account?.uid,
      linkedAt: expect.any(Date),
    },
  ])
  const exported = await ana.ok(api.exportAccount)
  expect(exported.identities).toMatchObject([{ issuer: `${provider.issuer}/`, subject: identity.sub }])
  // The account has no password, but the refusal is the same as for a wrong password.
  const tried = await app
    .guest()
    .call(api.signIn, { body: { email: identity.email, password: 'correct horse' } })
  expect(tried).toMatchObject({ status: 401, body: { code: 'invalid-credential' } })
})

test('an address that the provider pads with a name or invisible characters belongs to the account of this address', async () => {
  for (const [before, after] of [
    ['Ana <', '>'],
    ['\u202a', '\u202c'],
    ['mailto:', ';'],
  ]) {
    const ana = await app.signUp('Ana')
    const email = `${before}${ana.email}${after}`
    provider.useUser({ email })
    const guest = app.guest()
    await provider.visit(guest)
    expect([email, (await accountOf(guest))?.uid]).toEqual([email, ana.userId])
  }
})

test('if the ID token lacks claims, they are read from the userinfo endpoint; otherwise this endpoint is not called', async () => {
  for (const isInIdToken of [false, true]) {
    provider.isInIdToken = isInIdToken
    provider.requests.length = 0
    provider.useUser()
    const { page } = await provider.visit(app.guest())
    expect([isInIdToken, page]).toEqual([isInIdToken, '/dashboard'])
    expect(provider.requests.includes('/me')).toBe(!isInIdToken)
  }
})

test('a name that is missing in the ID token is read from the userinfo endpoint', async () => {
  provider.isInIdToken = true
  provider.tamper = ({ name, preferred_username, ...claims }) => claims
  provider.useUser({ name: 'Ana Perez' })
  const ana = app.guest()
  await provider.visit(ana)
  expect(await accountOf(ana)).toMatchObject({ displayName: 'Ana Perez' })
})

test('a later sign-in finds the same account, whatever address and name the provider then gives', async () => {
  const identity = provider.useUser({ name: 'Ben' })
  const first = app.guest()
  await provider.visit(first)
  const before = await accountOf(first)
  provider.user = {
    sub: identity.sub,
    email: 'somebody.else@example.org',
    email_verified: false,
    name: 'Benjamin',
  }
  const second = app.guest()
  expect((await provider.visit(second)).page).toBe('/dashboard')
  expect(await accountOf(second)).toEqual(before)
})

test('the display name is the first of the claims name and preferred_username that is a valid name, or else User', async () => {
  const nameFor = async (claims: Record<string, unknown>) => {
    provider.useUser(claims)
    const user = app.guest()
    await provider.visit(user)
    return (await accountOf(user))?.displayName
  }
  expect(await nameFor({ name: '  Ana \n Perez ', preferred_username: 'ana' })).toBe('Ana Perez')
  expect(await nameFor({ name: 'visit www.evil.example', preferred_username: 'ana' })).toBe('ana')
  expect(await nameFor({ name: 'a\u202eb', preferred_username: 'x'.repeat(81) })).toBe('User')
  expect(await nameFor({ name: ['Ana'], preferred_username: undefined })).toBe('User')
  expect(await nameFor({ name: undefined, preferred_username: ' ' })).toBe('User')
})

test('a sign-in with a verified address finds the account with this address; the account keeps its name and password', async () => {
  const eve = await app.signUp('Eve')
  provider.useUser({ email: eve.email.toUpperCase(), name: 'Eva' })
  const other = app.guest()
  expect((await provider.visit(other)).page).toBe('/dashboard')
  expect(await accountOf(other)).toMatchObject({ uid: eve.userId, displayName: 'Eve' })
  await eve.onAnotherDevice()
  const emails = await app.emailsTo(eve)
  expect(emails.map(({ subject }) => subject)).toContain(
    'Your Grouplight account is now linked with Club Login. Was it you?',
  )
  expect(emails.at(-1)?.subject).toMatch(/^New sign-in/)
})

test('a first sign-in uses neither name nor password of an earlier sign-up with the address, and ends the emailed link of the sign-up', async () => {
  const identity = provider.useUser({ name: 'The owner' })
  const stranger = app.guest()
  await stranger.ok(api.signUp, {
    body: { displayName: 'Stranger', email: identity.email, password: 'wrong horse' },
  })
  const code = await app.codeTo(identity.email)
  const owner = app.guest()
  expect((await provider.visit(owner)).page).toBe('/dashboard')
  expect(await accountOf(owner)).toMatchObject({ displayName: 'The owner' })
  const verified = await stranger.call(api.verifyEmail, { body: { code, password: 'wrong horse' } })
  expect(verified).toMatchObject({ status: 400, body: { code: 'invalid-action-code' } })
  const tried = await stranger.call(api.signIn, { body: { email: identity.email, password: 'wrong horse' } })
  expect(tried.status).not.toBe(200)
})

test('a first sign-in turns the invite link of an earlier sign-up with the address into an invitation', async () => {
  const ana = await app.signUp('Ana')
  const { id: groupId } = await app.groupOf(ana)
  const { address } = await ana.ok(api.createInviteLink, { params: { groupId }, body: {} })
  const { email } = provider.useUser()
  const body = { displayName: 'Ben', email, password: 'correct horse', code: address.split('#')[1] ?? '' }
  const ben = app.guest()
  await ben.ok(api.signUp, { body })
  await provider.visit(ben)
  expect(await ben.received()).toMatchObject([{ groupId }])
})

test.each([
  ['false', { email_verified: false }, 'has not verified'],
  ['missing', { email_verified: undefined }, 'does not say whether'],
  ['null', { email_verified: null }, 'has not verified'],
  ["the text 'false'", { email_verified: 'false' }, 'has not verified'],
  ['the number 1', { email_verified: 1 }, 'has not verified'],
])('an address whose email_verified is %s signs nobody in', async (_, claims, why) => {
  const ben = await app.signUp('Ben')
  const identity = provider.useUser({ email: ben.email, ...claims })
  app.logged.length = 0
  const refused = app.services.counts.unverifiedByProvider
  const guest = app.guest()
  const { page } = await provider.visit(guest)
  expect(page).toBe(`/login#provider=not-verified&email=${encodeURIComponent(ben.email)}`)
  expect(await accountOf(guest)).toBeNull()
  expect(await identitiesOf(identity.sub)).toEqual([])
  const line = app.logged.find(line => line.includes('not-verified'))
  expect(line).toContain(why)
  expect(app.services.counts.unverifiedByProvider).toBe(refused + 1)
})

test("an address whose email_verified is the text 'true' counts as verified", async () => {
  provider.useUser({ email_verified: 'true' })
  expect((await provider.visit(app.guest())).page).toBe('/dashboard')
})

test.each([
  [undefined],
  ['nobody'],
  [['a@example.org']],
  ['a@b@example.org ,x'],
  [`${'x'.repeat(250)}@example.org`],
])('the invalid address %j signs nobody in', async email => {
  provider.useUser({ email })
  expect((await provider.visit(app.guest())).page).toBe('/login#provider=refused')
})

test('another identity with the same verified address cannot sign in to an account that is already linked', async () => {
  const identity = provider.useUser()
  await provider.visit(app.guest())
  provider.useUser({ email: identity.email })
  const other = app.guest()
  expect((await provider.visit(other)).page).toBe('/login#provider=linked-elsewhere')
  expect(await accountOf(other)).toBeNull()
})

test('nobody can sign in by the provider to a disabled account, whether the account is linked or not', async () => {
  for (const isLinked of [false, true]) {
    const eve = await app.signUp('Eve')
    provider.useUser({ email: eve.email })
    if (isLinked) await provider.visit(app.guest())
    await disableAccount(app.services, { userId: eve.userId })
    const guest = app.guest()
    expect((await provider.visit(guest)).page).toBe('/login#provider=user-disabled')
    expect(await accountOf(guest)).toBeNull()
    const open = await app.database.select().from(sessions).where(eq(sessions.userId, eve.userId))
    expect(open).toEqual([])
  }
})

// The embedded database cannot run two transactions at the same time.
test.skipIf(inject('postgresUrl') === null)(
  'a user whose account is deleted during the visit is refused, and is not told that the account is disabled',
  async () => {
    const identity = provider.useUser()
    await provider.visit(app.guest())
    const isUser = eq(users.email, identity.email)
    const { visited } = await app.database.transaction(async transaction => {
      await transaction.select({ id: users.uid }).from(users).where(isUser).for('update')
      const visited = provider.visit(app.guest())
      await waitForBlockedStatements(app.database, 1)
      await transaction.delete(users).where(isUser)
      return { visited }
    })
    expect((await visited).page).toBe('/login#provider=refused')
  },
)

test('several first sign-ins with one identity at the same time create only one account', async () => {
  provider.useUser()
  const visits = await Promise.all(Array.from({ length: 4 }, () => provider.visit(app.guest())))
  expect(visits.map(({ page }) => page)).toEqual(Array(4).fill('/dashboard'))
  const found = await findAccount(app.database, provider.user.email as string)
  expect(await identitiesOf(provider.user.sub)).toMatchObject([{ userId: found.uid }])
})

test('a sign-in replaces the session of the browser and makes the browser a known browser', async () => {
  const ana = await app.signUp('Ana')
  const before = ana.cookie
  provider.useUser({ email: ana.email })
  await provider.visit(ana)
  expect(ana.cookie).not.toBe(before)
  const { sessions } = await ana.ok(api.listSessions)
  expect(sessions).toHaveLength(1)
  const count = (await app.emailsTo(ana)).length
  await provider.visit(ana)
  expect(await app.emailsTo(ana)).toHaveLength(count)
})
