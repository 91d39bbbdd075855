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

for (const order of ['owner first', 'stranger first'] as const) {
  for (const opened of ['their own link', 'the link of the stranger'] as const) {
    /** Lets Ana and the stranger sign up in the order of the test. Returns the link that Ana opens. */
    async function signUpBoth(ana: BrowserUser, mail: Mail): Promise<string> {
      const signUps = [() => ana.signUp(), () => signUpAsStranger(ana)]
      if (order === 'stranger first') signUps.reverse()
      for (const [at, signUp] of signUps.entries()) {
        await signUp()
        await linksTo(mail, ana, at + 1)
      }
      const isFirst = (order === 'owner first') === (opened === 'their own link')
      return (await linksTo(mail, ana, 2))[isFirst ? 0 : 1] ?? ''
    }

    test(`two sign-ups, ${order}: the owner opens ${opened} in the browser of the sign-up and can sign in, the stranger cannot`, async ({
      stranger,
      mail,
    }) => {
      const ana = await stranger('Ana')
      await ana.page.goto(await signUpBoth(ana, mail))
      await expect(ana.page.getByText('Email verified successfully!')).toBeVisible()
      await expectOwnAccount(ana)
    })

    test(`two sign-ups, ${order}: the owner opens ${opened} in another browser and can sign in, the stranger cannot`, async ({
      stranger,
      mail,
    }) => {
      const ana = await stranger('Ana')
      const link = await signUpBoth(ana, mail)
      const phone = (await stranger('Ana')).as(ana)
      await phone.page.goto(link)
      await expect(
        phone.page.getByText(
          'Several sign-ups are waiting for this address. Enter the password that you chose.',
        ),
      ).toBeVisible()
      await fillIn(phone.page, { Password: 'a wrong password' })
      await phone.page.getByRole('button', { name: 'Verify Email' }).click()
      await expect(
        phone.page.getByText('Verification failed. Incorrect password. Please try again.'),
      ).toBeVisible()
      await fillIn(phone.page, { Password: ana.password })
      await phone.page.getByRole('button', { name: 'Verify Email' }).click()
      await expect(phone.page.getByText('Email verified successfully!')).toBeVisible()
      await expectOwnAccount(phone)
    })
  }
}

test('the owner signs up between sign-ups of a stranger: the owner can sign in, the stranger cannot', async ({
  stranger,
  mail,
}) => {
  const ana = await stranger('Ana')
  for (let n = 0; n < 2; n++) await signUpAsStranger(ana)
  await linksTo(mail, ana, 2)
  await ana.signUp()
  await linksTo(mail, ana, 3)
  for (let n = 0; n < 2; n++) await signUpAsStranger(ana)
  const links = await linksTo(mail, ana, 5)
  await ana.page.goto(links.at(-1) ?? '')
  await expect(ana.page.getByText('Email verified successfully!')).toBeVisible()
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

test('a stranger signs up in the browser of the owner, and then the owner signs up: the owner can sign in, the stranger cannot', async ({
  stranger,
  mail,
}) => {
  const ana = await stranger('Ana')
  const { page } = ana
  for (const [name, password] of [
    ['Eve', strangersPassword],
    [ana.name, ana.password],
  ] as const) {
    await page.goto('/signup')
    await fillIn(page, { 'Display Name': name, Email: ana.email })
    await fillIn(page, { Password: password, 'Confirm Password': password })
    await page.getByRole('button', { name: 'Create Account' }).click()
    // The email may arrive before the response that sets this browser's cookie.
    await expect(page.getByText('Account created successfully!')).toBeVisible()
    await linksTo(mail, ana, name === 'Eve' ? 1 : 2)
  }
  const [strangersLink] = await linksTo(mail, ana, 2)
  await page.goto(strangersLink ?? '')
  await expect(page.getByText(/^Several sign-ups are waiting for this address\./)).toBeVisible()
  await fillIn(page, { Password: ana.password })
  await page.getByRole('button', { name: 'Verify Email' }).click()
  await expect(page.getByText('Email verified successfully!')).toBeVisible()
  await expectOwnAccount(ana)
})
