import { signUp } from '@grouplight/contract/account.ts'
import type { TestUser } from '../../server/testing/test-user.ts'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { fillIn } from '../fixtures/forms.ts'
import { linkIn, type Mail } from '../fixtures/mail.ts'
import { expect, test } from '../fixtures/test.ts'

const strangersPassword = 'the password of a stranger'

async function signUpAsStranger({ api }: BrowserUser): Promise<void> {
  const stranger: TestUser = new (api.constructor as typeof TestUser)(api.url).at(api.address)
  await stranger.ok(signUp, { body: { displayName: 'Eve', email: api.email, password: strangersPassword } })
}

async function linksTo(mail: Mail, { email }: BrowserUser, count: number): Promise<string[]> {
  await expect.poll(() => mail.emailsTo(email).length).toBe(count)
  return mail.emailsTo(email).map(linkIn)
}

async function expectOwnAccount(ana: BrowserUser): Promise<void> {
  await ana.signIn(strangersPassword)
  await expect(ana.page.getByText(/^Your email is not verified\./)).toBeVisible()
  await ana.signIn()
  await expect(ana.page).toHaveURL('/dashboard')
  await ana.page.goto('/profile')
  await expect(ana.page.getByLabel('Display Name')).toHaveValue(ana.name)
}

test('two sign-ups: the owner opens the link of the stranger in another browser and can sign in, the stranger cannot', async ({
  stranger,
  mail,
}) => {
  const ana = await stranger('Ana')
  await signUpAsStranger(ana)
  const [strangersLink = ''] = await linksTo(mail, ana, 1)
  await ana.signUp()
  await linksTo(mail, ana, 2)
  const { page } = (await stranger('Ana')).as(ana)
  await page.goto(strangersLink)
  await expect(
    page.getByText('Somebody has signed up with this address more than once. Enter the password you chose.'),
  ).toBeVisible()
  await fillIn(page, { Password: 'a wrong password' })
  await page.getByRole('button', { name: 'Verify Email' }).click()
  await expect(page.getByText('Verification failed. Incorrect password. Please try again.')).toBeVisible()
  await fillIn(page, { Password: ana.password })
  await page.getByRole('button', { name: 'Verify Email' }).click()
  await expect(page.getByText('Email verified successfully!')).toBeVisible()
  await expectOwnAccount(ana)
})

test('after too many sign-ups of a stranger: the owner signs in after a password reset, the stranger cannot', async ({
  stranger,
  mail,
}) => {
  const ana = await stranger('Ana')
  for (let n = 0; n < 5; n++) await signUpAsStranger(ana)
  await linksTo(mail, ana, 5)
  const { page } = ana
  await page.goto('/signup')
  await fillIn(page, { 'Display Name': ana.name, Email: ana.email })
  await fillIn(page, { Password: ana.password, 'Confirm Password': ana.password })
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText(/^Too many sign-ups are waiting for this address\./)).toBeVisible()

  await page.goto('/forgot-password')
  await fillIn(page, { 'Email Address': ana.email })
  await page.getByRole('button', { name: 'Send Reset Email' }).click()
  const links = await linksTo(mail, ana, 6)
  await page.goto(links.at(-1) ?? '')
  await fillIn(page, { 'New Password': ana.password, 'Confirm Password': ana.password })
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Password changed successfully!')).toBeVisible()
  await ana.signIn(strangersPassword)
  await expect(page.getByText(/^Your email is not verified\./)).toBeVisible()
  await ana.signIn()
  await expect(page).toHaveURL('/dashboard')
})
