import { expect, test } from 'vitest'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { TestUser } from '#testing/test-user.ts'
import { createLink } from './create-link.ts'
import { findAccount, findAddress } from './find-account.ts'
import { verifyAccount } from './verify-account.ts'

const app = useTestApp()

const verify = async (typed: string) => verifyAccount(app.services, await findAddress(app.database, typed))

test('the operator verifies an address: the emailed link ends, and the user can sign in', async () => {
  const ana = app.guest('Ana')
  await ana.register()
  expect(await verify(` ${ana.email.toUpperCase()}`)).toBe(true)

  const code = await app.codeTo(ana)
  expect(await ana.call(api.verifyEmail, { body: { code } })).toMatchObject({
    status: 400,
    body: { code: 'invalid-action-code' },
  })
  await ana.ok(api.signIn, { body: { email: ana.email, password: ana.password } })
  expect(await verify(ana.email)).toBe(false)
})

test('the operator cannot verify an address with several sign-ups; with a link, the password selects the sign-up', async () => {
  const eva = app.guest('Eva')
  await eva.register()
  const stranger = new TestUser(app.url, { name: 'Eve', email: eva.email })
  await stranger.register('the password of a stranger')

  await expect(verify(eva.email)).rejects.toMatchObject({
    message:
      'Several sign-ups wait for this address, and only its owner knows which is right. Give the owner a link instead.',
  })
  const address = await findAddress(app.database, eva.email)
  const { url } = await createLink(app.services, { purpose: 'verify', address })
  const code = new URL(url).searchParams.get('oobCode') ?? ''
  await app.guest().verify(code, eva.password)
  await eva.signIn()
})

test('a malformed address, an unknown address and an address with a pending sign-up get different refusals', async () => {
  await expect(findAccount(app.database, 'ana@')).rejects.toMatchObject({ code: 'invalid-email' })
  await expect(findAccount(app.database, 'nobody@example.org')).rejects.toMatchObject({
    code: 'user-not-found',
    message: 'Nobody has an account with the address nobody@example.org.',
  })
  const dan = app.guest('Dan')
  await dan.register()
  await expect(findAccount(app.database, dan.email)).rejects.toMatchObject({
    message: `${dan.email} has no account yet: its sign-up waits to be verified.`,
  })
})
