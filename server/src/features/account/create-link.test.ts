import { functionsPath } from '@grouplight/contract/callable.ts'
import { expect, test } from 'vitest'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { createLink } from './create-link.ts'
import { disableAccount } from './disable-account.ts'
import { findAddress } from './find-account.ts'

const app = useTestApp()
const linkFor = async (purpose: 'verify' | 'reset', { email }: TestUser) =>
  new URL((await createLink(app.services, { purpose, address: await findAddress(app.database, email) })).url)

test('a verification link of the operator verifies the address, and the earlier emailed link stops working', async () => {
  const ana = app.guest('Ana')
  await ana.register()
  const mailed = await app.codeTo(ana)

  const link = await linkFor('verify', ana)

  expect(link.href).toMatch(`${app.url}/email-verified?mode=verifyEmail&oobCode=`)
  // The only email is the one of the sign-up: an address without an account gets no email about the operator's link.
  expect(await app.emailsTo(ana)).toHaveLength(1)
  expect(await ana.call(api.verifyEmail, { body: { code: mailed } })).toMatchObject({ status: 400 })
  await ana.verify(link.searchParams.get('oobCode') ?? '')
  await ana.ok(api.signIn, { body: { email: ana.email, password: ana.password } })
  await expect(linkFor('verify', ana)).rejects.toMatchObject({
    message: `${ana.email} is verified already.`,
  })
})

test('a reset link of the operator sets a new password, and an email without the link informs the user', async () => {
  const ben = await app.signUp('Ben')
  const link = await linkFor('reset', ben)
  expect(link.pathname).toBe('/reset-password')
  const data = { token: link.searchParams.get('token'), newPassword: 'battery staple' }
  const { status } = await ben.request('POST', `${functionsPath}/resetPasswordWithToken`, { data })
  expect(status).toBe(200)
  await ben.signIn('battery staple')
  const [linkEmail, changeEmail, ...others] = await app.emailsTo(ben)
  expect(linkEmail?.subject).toBe('There’s a link for your Grouplight account')
  expect(linkEmail?.text).toContain('choose a new password')
  expect(linkEmail?.text).not.toContain('token=')
  expect(changeEmail?.subject).toBe('Your Grouplight password was changed. Was it you?')
  expect(others).toEqual([])
})

test('no reset link is created for a disabled account', async () => {
  const cyd = await app.signUp('Cyd')
  await disableAccount(app.services, cyd)
  await expect(linkFor('reset', cyd)).rejects.toMatchObject({ code: 'user-disabled' })
})
