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
