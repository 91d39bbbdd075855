import { functionsPath } from '@grouplight/contract/callable.ts'
import type { Registration } from '@grouplight/contract/site.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { invitations, signUps, users } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import { type Reply, TestUser } from '#testing/test-user.ts'
import { createLink } from './create-link.ts'
import { findAddress } from './find-account.ts'
import { isAllowedAddress } from './registration.ts'
import { verifyAccount } from './verify-account.ts'

const app = useOwnTestApp()
const [ana] = app.users('Ana')

function set(registration: Registration, allowedEmailDomains: string[] = []): void {
  Object.assign(app.services.config.site, { registration, allowedEmailDomains })
}
beforeEach(() => set('open'))

const newUser = (domain = 'example.org') =>
  new TestUser(app.url, { name: 'Ben', email: `${newId().toLowerCase()}@${domain}` })
const hasAccount = async ({ email }: TestUser) =>
  (await app.database.$count(users, eq(users.email, email))) === 1
const subjectsTo = async (user: TestUser) => (await app.emailsTo(user)).map(({ subject }) => subject)
const signUp = ({ name, email, password }: TestUser, code?: string) =>
  app.guest().call(api.signUp, { body: { displayName: name, email, password, code } })
const resend = (user: TestUser) =>
  user.request('POST', `${functionsPath}/sendVerificationEmail`, { email: user.email })
const requestReset = ({ email }: TestUser) =>
  app.guest().request('POST', `${functionsPath}/sendCustomPasswordReset`, { data: { email } })

async function invite(user: TestUser): Promise<void> {
  const { id: groupId } = await app.groupOf(ana)
  await ana.invite(groupId, user.email)
}

async function makeLink() {
  const { id: groupId } = await app.groupOf(ana)
  const body = { lifetime: 60 } as const
  const { link, address } = await ana.ok(api.createInviteLink, { params: { groupId }, body })
  return { code: new URL(address).hash.slice(1), params: { groupId, linkId: link.id } }
}

async function openVerificationLink(user: TestUser): Promise<Reply> {
  const code = await app.codeTo(user)
  return app.guest().call(api.verifyEmail, { body: { code } })
}

async function openResetLink(user: TestUser): Promise<Reply> {
  const token = (await app.linkTo(user, 'reset-password')).searchParams.get('token')
  const data = { token, newPassword: user.password }
  return app.guest().request('POST', `${functionsPath}/resetPasswordWithToken`, { data })
}

const closed = { status: 403, body: { code: 'sign-up-closed' } }
const refusal = 'Grouplight is by invitation only'
const verification = 'Verify your email for Grouplight'

describe('REGISTRATION=closed', () => {
  test('sign-up is refused, and nothing is stored or sent', async () => {
    set('closed')
    const ben = newUser()
    for (const user of [ben, ana]) expect(await signUp(user)).toMatchObject(closed)
    expect(await app.database.$count(signUps, eq(signUps.email, ben.email))).toBe(0)
    expect(await app.emailsTo(ben)).toEqual([])
  })

  test('users can sign in and reset their password', async () => {
    set('closed')
    await ana.onAnotherDevice()
    await requestReset(ana)
    expect((await openResetLink(ana)).status).toBe(200)
    await ana.signIn()
  })

  test('an earlier sign-up creates no account, neither by its link nor by a reset', async () => {
    const ben = newUser()
    await signUp(ben)
    await requestReset(ben)
    set('closed')
    expect(await openVerificationLink(ben)).toMatchObject(closed)
    expect((await openResetLink(ben)).status).toBe(403)
    const before = await subjectsTo(ben)
    await resend(ben)
    app.clock.advance(hourMs)
    await requestReset(ben)
    expect(await subjectsTo(ben)).toEqual(before)
    expect(await hasAccount(ben)).toBe(false)
  })

  test('the operator can verify a pending sign-up, but cannot create a link for it', async () => {
    const ben = newUser()
    await signUp(ben)
    set('closed')
    const address = await findAddress(app.database, ben.email)
    for (const purpose of ['verify', 'reset'] as const)
      await expect(createLink(app.services, { purpose, address })).rejects.toMatchObject({
        message: `${ben.email} may not sign up here: use “users verify” or “users add”.`,
      })
    expect(await verifyAccount(app.services, address)).toBe(true)
    await ben.signIn()
  })
})

describe('the email of an invitation', () => {
  test('contains a link for signing up unless REGISTRATION is closed', async () => {
    for (const registration of ['open', 'invited', 'closed'] as const) {
      set(registration)
      const ben = newUser()
      await invite(ben)
      const [email] = await app.emailsTo(ben)
      expect(email?.text.includes('/signup'), registration).toBe(registration !== 'closed')
      expect(email?.text).toContain('/login')
    }
  })
})

describe('REGISTRATION=invited', () => {
  beforeEach(() => set('invited'))

  test('the owner of an invited address can sign up as usual', async () => {
    const ben = newUser()
    await invite(ben)
    await signUp(ben)
    expect((await openVerificationLink(ben)).status).toBe(200)
    await ben.signIn()
    expect(await ben.received()).toHaveLength(1)
  })

  test('an address that is not invited gets the usual response, and an email that says why there is no account', async () => {
    const ben = newUser()
    expect(await signUp(ben)).toMatchObject({ status: 200, body: { ok: true } })
    expect(await subjectsTo(ben)).toEqual([refusal])
    const [email] = await app.emailsTo(ben)
    expect(email?.text).toContain(`${app.url}/signup`)
    expect(email?.text).not.toContain('Ben')
    expect(await hasAccount(ben)).toBe(false)
  })

  test('an address that is not invited gets neither a new verification link nor a reset link', async () => {
    const ben = newUser()
    await signUp(ben)
    expect((await resend(ben)).status).toBe(200)
    expect((await requestReset(ben)).status).toBe(200)
    expect(await subjectsTo(ben)).toEqual([refusal])
  })

  test('an address that is invited after its sign-up gets a verification link on request', async () => {
    const ben = newUser()
    await signUp(ben)
    await invite(ben)
    await resend(ben)
    expect((await subjectsTo(ben)).at(-1)).toBe(verification)
    expect((await openVerificationLink(ben)).status).toBe(200)
    expect(await hasAccount(ben)).toBe(true)
  })

  test('after the invitation is cancelled, the verification link creates no account, and the refusal says why', async () => {
    const ben = newUser()
    await invite(ben)
    await signUp(ben)
    await app.database
      .update(invitations)
      .set({ status: 'cancelled' })
      .where(eq(invitations.email, ben.email))
    expect(await openVerificationLink(ben)).toMatchObject({
      status: 403,
      body: {
        code: 'sign-up-closed',
        message: 'This site is by invitation. Please ask a member to invite this address.',
      },
    })
    expect(await hasAccount(ben)).toBe(false)
    await invite(ben)
    expect((await openVerificationLink(ben)).status).toBe(200)
  })

  test('a sign-up with an invite link creates an account, even if the invite link expires before the verification', async () => {
    const { code } = await makeLink()
    const [ben, cyd] = [newUser(), newUser()]
    for (const user of [ben, cyd]) await signUp(user, code)
    app.clock.advance(2 * hourMs)
    for (const user of [ben, cyd]) {
      expect(await subjectsTo(user)).toEqual([verification])
      expect((await openVerificationLink(user)).status).toBe(200)
      await user.signIn()
      expect(await user.received()).toHaveLength(1)
    }
  })

  test('five sign-ups by strangers do not keep out the owner of the address if the owner has an invite link', async () => {
    const { code } = await makeLink()
    const ben = newUser()
    for (let times = 0; times < 5; times++) await signUp(ben)
    const wrong = `${code.slice(0, 13)}${'x'.repeat(22)}`
    for (const carried of [undefined, wrong]) expect((await signUp(ben, carried)).status).toBe(429)

    const { name: displayName, email, password } = ben
    await ben.ok(api.signUp, { body: { displayName, email, password, code } })
    expect((await signUp(ben, code)).status).toBe(429)

    expect((await subjectsTo(ben)).at(-1)).toBe(verification)
    const link = await app.linkTo(ben, 'email-verified')
    await ben.verify(link.searchParams.get('oobCode') ?? '')
    await ben.signIn()
    expect(await ben.received()).toHaveLength(1)
  })

  test('a sign-up with an invite link is refused if the address has ten sign-ups', async () => {
    const { code } = await makeLink()
    const ben = newUser()
    for (let times = 0; times < 5; times++) await signUp(ben)
    const [one] = await app.database.select().from(signUps).where(eq(signUps.email, ben.email))
    if (!one) throw new Error('no sign-up')
    const others = Array.from({ length: 5 }, () => ({ ...one, id: newId() }))
    await app.database.insert(signUps).values(others)
    expect((await signUp(ben, code)).status).toBe(429)
  })

  test('a sign-up creates no account if its invite link cannot be used or is revoked before the verification', async () => {
    const { code, params } = await makeLink()
    const [ben, cyd, dan] = [newUser(), newUser(), newUser()]
    await signUp(ben, code)
    await ana.ok(api.revokeInviteLink, { params })
    expect((await openVerificationLink(ben)).status).toBe(403)
    await signUp(cyd, code)
    await signUp(dan, `${code.slice(0, 13)}${'x'.repeat(22)}`)
    for (const user of [cyd, dan]) expect(await subjectsTo(user)).toEqual([refusal])
  })
})

describe('ALLOWED_EMAIL_DOMAINS', () => {
  test.each([
    ['club.example', 'ana@club.example', true],
    ['club.example', 'ana@sub.club.example', false],
    ['club.example', 'ana@myclub.example', false],
    ['club.example', 'club.example@evil.example', false],
    ['*.school.example', 'ana@a.school.example', true],
    ['*.school.example', 'ana@b.a.school.example', true],
    ['*.school.example', 'ana@school.example', false],
    ['*.school.example', 'ana@preschool.example', false],
    ['*.school.example', '"a@b.school.example"@evil.example', false],
  ])('whether the allowed domain %s includes the address %s: %s', (domain, email, allowed) => {
    expect(isAllowedAddress({ allowedEmailDomains: ['other.example', domain] }, email)).toBe(allowed)
  })

  test('an address of a domain that is not allowed gets the usual response, and an email that says why there is no account', async () => {
    set('open', ['club.example', '*.school.example'])
    const [other, own] = [newUser(), newUser('a.school.example')]
    for (const user of [other, own])
      expect(await signUp(user)).toMatchObject({ status: 200, body: { ok: true } })
    expect(await subjectsTo(other)).toEqual(['This address doesn’t work for Grouplight'])
    expect(await subjectsTo(own)).toEqual([verification])
    await resend(other)
    await requestReset(other)
    expect(await subjectsTo(other)).toHaveLength(1)
    expect((await openVerificationLink(own)).status).toBe(200)
  })

  test('users keep their account if the domain of their address is not allowed', async () => {
    set('open', ['club.example'])
    await ana.onAnotherDevice()
    await signUp(ana)
    expect((await subjectsTo(ana)).at(-1)).toBe('You already have a Grouplight account')
  })

  test('an invitation to a domain that is not allowed is refused, and so are all invitations in the same request', async () => {
    const { id: groupId } = await app.groupOf(ana)
    set('open', ['club.example', '*.school.example'])
    const [own, other] = [newUser('club.example').email, newUser().email]
    const refused = {
      status: 400,
      body: {
        code: 'domain-not-allowed',
        message: 'This site takes addresses of club.example, *.school.example only.',
        params: { reason: 'domains', domains: 'club.example, *.school.example' },
      },
    }
    expect(
      await ana.call(api.inviteMembers, { params: { groupId }, body: { emails: [own, other] } }),
    ).toMatchObject(refused)
    expect(await ana.call(api.createGroup, { body: { name: 'Choir', inviteEmails: [other] } })).toMatchObject(
      refused,
    )
    expect(await app.database.$count(invitations, eq(invitations.groupId, groupId))).toBe(0)
    const { invited } = await ana.invite(groupId, own)
    expect(invited).toHaveLength(1)
  })
})
