import { createHook } from 'node:async_hooks'
import { functionsPath } from '@grouplight/contract/callable.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#features/account/passwords.ts'
import { addMs, dayMs } from '#platform/clock.ts'
import { groups, invitations, memberships, users } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { useOwnTestApp, useTestApp } from '#testing/test-app.ts'
import type { Reply, TestUser } from '#testing/test-user.ts'

// `@node-rs/argon2` creates an async resource of the type 'undefined' for each hash. In this file, nothing else creates such
// resources.
let hashes = 0
const asyncHook = createHook({
  init(_id, type) {
    if (type === 'undefined') hashes++
  },
})
beforeAll(() => void asyncHook.enable())
afterAll(() => void asyncHook.disable())

const app = useOwnTestApp()

const pairs = 50
const eves = 'eves password'
const newAddress = () => `${newId().toLowerCase()}@example.org`
const call = (guest: TestUser, name: string, body: object) =>
  guest.request('POST', `${functionsPath}/${name}`, body)
const trySignIn = (email: string, password: string, guest = app.guest()) =>
  guest.call(api.signIn, { body: { email, password } })
const signUpAsEve = (email: string, guest = app.guest()) =>
  guest.call(api.signUp, { body: { displayName: 'Eve', email, password: eves } })

/** `cost` is the number of hashes that each request computes. The sixth sign-up exceeds the limit for one address. */
const steps: [what: string, cost: number, ask: (email: string, guest: TestUser) => Promise<Reply>][] = [
  ['signs in before signing up', 2, (email, guest) => trySignIn(email, eves, guest)],
  ...[1, 2, 3, 4, 5, 6].map((n): (typeof steps)[number] => [`signs up, ${n}`, 1, signUpAsEve]),
  ['signs in with the password of the sign-up', 2, (email, guest) => trySignIn(email, eves, guest)],
  ['signs in with a wrong password', 2, (email, guest) => trySignIn(email, 'a wrong password', guest)],
  ['requests the link again', 0, (email, guest) => call(guest, 'sendVerificationEmail', { email })],
  [
    'requests a password reset',
    0,
    (email, guest) => call(guest, 'sendCustomPasswordReset', { data: { email } }),
  ],
]

test('50 addresses with an account and 50 unknown addresses get the same responses after the same number of hashes', {
  timeout: 180_000,
}, async () => {
  const [taken, free] = [Array.from({ length: pairs }, newAddress), Array.from({ length: pairs }, newAddress)]
  const passwordHash = await hashPassword('anas password')
  const now = app.clock.now()
  await app.database.insert(users).values(
    taken.map(email => ({
      ...{ uid: newId(), email, displayName: 'Ana', passwordHash },
      ...{ createdAt: now, emailVerifiedAt: now },
    })),
  )
  for (const [what, cost, ask] of steps) {
    const answers = []
    for (const emails of [taken, free]) {
      hashes = 0
      answers.push((await Promise.all(emails.map(email => ask(email, app.guest())))).map(comparable))
      expect([what, hashes]).toEqual([what, cost * pairs])
    }
    expect(answers[0], what).toEqual(answers[1])
  }
  for (const email of taken.slice(0, 3)) expect((await trySignIn(email, 'anas password')).status).toBe(200)
})

test('a stranger who signed up with an address gets the same responses before and after its owner has an account', async () => {
  for (const way of ['the link', 'a reset'] as const) {
    const email = newAddress()
    for (let n = 0; n < 4; n++) await signUpAsEve(email)
    const owner = app.guest()
    await owner.ok(api.signUp, { body: { displayName: 'Ana', email, password: 'anas password' } })
    const code = (await app.linkTo(email, 'email-verified')).searchParams.get('oobCode') ?? ''
    const before = [comparable(await trySignIn(email, eves)), comparable(await signUpAsEve(email))]

    if (way === 'the link') await owner.verify(code)
    else {
      await owner.request('POST', `${functionsPath}/sendCustomPasswordReset`, { data: { email } })
      const token = (await app.linkTo(email, 'reset-password')).searchParams.get('token')
      const data = { token, newPassword: 'anas password' }
      await owner.request('POST', `${functionsPath}/resetPasswordWithToken`, { data })
    }
    await owner.ok(api.signIn, { body: { email, password: 'anas password' } })
    expect([comparable(await trySignIn(email, eves)), comparable(await signUpAsEve(email))]).toEqual(before)
    expect(before).toMatchObject([{ status: 403 }, { status: 429 }])
  }
})

describe('with REGISTRATION=invited and ALLOWED_EMAIL_DOMAINS', () => {
  const site = useTestApp({ REGISTRATION: 'invited', ALLOWED_EMAIL_DOMAINS: 'example.org' })
  const each = 4

  test('the responses do not reveal which address has an account, is invited or has a domain that is not allowed', {
    timeout: 180_000,
  }, async () => {
    const addresses = () => Array.from({ length: each }, newAddress)
    const [taken, invited, uninvited] = [addresses(), addresses(), addresses()]
    const elsewhere = addresses().map(email => email.replace('@', '@other.'))
    const now = site.clock.now()
    const passwordHash = await hashPassword('anas password')
    const accounts = taken.map(email => ({
      ...{ uid: newId(), email, displayName: 'Ana', passwordHash },
      ...{ createdAt: now, emailVerifiedAt: now },
    }))
    await site.database.insert(users).values(accounts)
    const [groupId, createdBy] = [newId(), accounts[0]?.uid ?? '']
    await site.database.transaction(async transaction => {
      await transaction
        .insert(groups)
        .values({ id: groupId, name: 'Crew', description: '', createdBy, created: now })
      await transaction
        .insert(memberships)
        .values({ groupId, userId: createdBy, status: true, lastUpdated: now, joinedAt: now })
    })
    await site.database.insert(invitations).values(
      invited.map(email => ({
        ...{ id: newId(), groupId, email, invitedBy: createdBy, message: '', status: 'pending' as const },
        ...{ createdAt: now, updatedAt: now, expiresAt: addMs(now, dayMs) },
      })),
    )
    for (const [what, cost, ask] of steps) {
      const answers = []
      for (const emails of [taken, invited, uninvited, elsewhere]) {
        hashes = 0
        answers.push((await Promise.all(emails.map(email => ask(email, site.guest())))).map(comparable))
        expect([what, hashes]).toEqual([what, cost * each])
      }
      for (const others of answers) expect(others, what).toEqual(answers[0])
    }
  })
})

function comparable({ status, headers, body }: Reply) {
  const visible = [...headers]
    .filter(([name]) => name !== 'date')
    .map(([name, value]) => [
      name,
      name === 'retry-after'
        ? Math.ceil(Number(value) / 3_600)
        : value.replace(/(sign-up)=[\w-]{43}/, '$1=…'),
    ])
  return { status, headers: Object.fromEntries(visible), body }
}
