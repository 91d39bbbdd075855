import { signIn, verifyEmail } from '@grouplight/contract/account.ts'
import { expect, test } from 'vitest'
import { Person } from '#testing/person.ts'
import { useTestApp } from '#testing/test-app.ts'
import { findAccount } from './find-account.ts'
import { verifyAccount } from './verify-account.ts'

const app = useTestApp()

test('the operator takes an address as verified: the link on its way ends, and signing in works', async () => {
  const ana = new Person(app.url, { name: 'Ana', email: 'ana@example.org' })
  await ana.register()
  const { id: userId } = await findAccount(app.database, ' ANA@example.org')

  expect(await verifyAccount(app.services, { userId })).toBe(true)

  const code = (await app.linkTo(ana, 'email-verified')).searchParams.get('oobCode') ?? ''
  expect(await ana.call(verifyEmail, { body: { code } })).toMatchObject({
    status: 400,
    body: { code: 'invalid-action-code' },
  })
  await ana.ok(signIn, { body: { email: ana.email, password: ana.password } })
  expect(await verifyAccount(app.services, { userId })).toBe(false)
})

test('an address that is none, or nobody has, is told apart', async () => {
  await expect(findAccount(app.database, 'ana@')).rejects.toMatchObject({ code: 'invalid-email' })
  await expect(findAccount(app.database, 'nobody@example.org')).rejects.toMatchObject({
    code: 'user-not-found',
    message: 'Nobody has an account with the address nobody@example.org.',
  })
})
