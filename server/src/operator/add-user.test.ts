import { functionsPath } from '@grouplight/contract/callable.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { type TestApp, useTestApp } from '#testing/test-app.ts'
import { TestUser } from '#testing/test-user.ts'
import { runCommand } from './run-command.ts'

const app = useTestApp({ REGISTRATION: 'closed', ALLOWED_EMAIL_DOMAINS: 'club.example' })

async function run(on: TestApp, ...args: string[]) {
  const printed: string[] = []
  const outcome = await runCommand(on.services, { args, folder: '/' }, line => printed.push(line))
  return { ...outcome, printed }
}

test('`users add` creates a verified account, whose user sets a password with the printed link and signs in', async () => {
  const ana = new TestUser(app.url, { email: 'ana@example.org' })
  const { exit, printed } = await run(app, 'users', 'add', ' Ana@Example.org ', '--name', 'Ana Lund')
  expect(exit).toBe(0)
  expect(printed).toEqual([
    'ana@example.org has an account.',
    expect.stringMatching(`^${app.url}/reset-password\\?token=`),
    'The link sets the password. It works once, within 1 h. “link reset ana@example.org” prints a new one.',
  ])
  const anything = { body: { email: ana.email, password: ana.password } }
  expect((await ana.call(api.signIn, anything)).status).toBe(401)

  const data = { token: new URL(printed[1] ?? '').searchParams.get('token'), newPassword: ana.password }
  const reset = await ana.request('POST', `${functionsPath}/resetPasswordWithToken`, { data })

  expect(reset.status).toBe(200)
  expect(await ana.signIn()).toMatchObject({ displayName: 'Ana Lund', email: 'ana@example.org' })
})

describe('with OIDC_ONLY', () => {
  const site = useTestApp({
    ...{ OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' },
    ...{ OIDC_NAME: 'Club Login', OIDC_ONLY: 'true' },
  })

  test('`users add` prints no link that sets a password, and `link` refuses to make one', async () => {
    const email = 'ana@example.org'
    expect(await run(site, 'users', 'add', email)).toMatchObject({
      exit: 0,
      printed: [`${email} has an account.`, 'Its user signs in with Club Login.'],
    })
    expect(await run(site, 'link', 'reset', email)).toMatchObject({
      exit: 1,
      refusal: 'No link would work: users sign in with Club Login only.',
      printed: [],
    })
  })
})

test('without a name, the account is named User', async () => {
  await run(app, 'users', 'add', 'ben@club.example')
  const [ben] = await app.database.select().from(users).where(eq(users.email, 'ben@club.example'))
  expect(ben?.displayName).toBe('User')
})

test.each([
  ['a text that is no address', ['nobody'], '“nobody” is not an email address.'],
  ['an empty name', ['cyd@example.org', '--name', ' '], 'Display name is required.'],
  ['a name with a web address', ['cyd@example.org', '--name', 'www.x.example'], expect.any(String)],
])('%s is refused, and no account is created', async (_, args, refusal) => {
  expect(await run(app, 'users', 'add', ...args)).toMatchObject({ exit: 1, refusal, printed: [] })
  expect(await app.database.$count(users, eq(users.email, 'cyd@example.org'))).toBe(0)
})

test('an address that has an account is refused, and the account keeps its name', async () => {
  await run(app, 'users', 'add', 'dan@example.org', '--name', 'Dan')
  expect(await run(app, 'users', 'add', 'dan@example.org', '--name', 'Eve')).toMatchObject({
    exit: 1,
    refusal: 'dan@example.org has an account already.',
  })
  const [dan] = await app.database.select().from(users).where(eq(users.email, 'dan@example.org'))
  expect(dan?.displayName).toBe('Dan')
})
