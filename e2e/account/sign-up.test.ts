import { fillIn } from '../fixtures/forms.ts'
import { expect, test } from '../fixtures/test.ts'

test('a new user signs up, verifies the address, signs in and signs out', { tag: '@main' }, async ({
  newUser,
}) => {
  const { page } = await newUser('Ana Pavlova')
  await expect(page.getByRole('heading', { name: 'My Groups' })).toBeVisible()
  await expect(page).toHaveTitle('Grouplight')

  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page).toHaveURL('/login')
  await page.goBack()
  await expect(page).toHaveURL('/login')
})

test('five seconds after the sign-up the login page opens', async ({ stranger }) => {
  const { page, ...ana } = await stranger('Ana')
  await page.clock.install()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/signup')
  await expect(page.getByText('Sign up to start managing your availability')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Already have an account? Sign in' })).toBeVisible()
  await fillIn(page, { 'Display Name': ana.name, Email: ana.email })
  await fillIn(page, { Password: 'correct horse', 'Confirm Password': 'correct horse' })
  await page.getByRole('button', { name: 'Create Account' }).click()

  await expect(page.getByText('Account created successfully!')).toBeVisible()
  await expect(
    page.getByText('Please check your email and click the verification link before logging in.'),
  ).toBeVisible()
  await expect(page.getByText('Redirecting you to login...')).toBeVisible()
  await page.clock.fastForward(3_000)
  await expect(page).toHaveURL('/signup')
  await page.clock.fastForward(2_000)
  await expect(page).toHaveURL('/login')
})

test('after a sign-up, the link to the login page cancels the redirect', async ({ stranger }) => {
  const ana = await stranger('Ana')
  await ana.page.clock.install()
  await ana.signUp()
  await ana.page.getByRole('link', { name: 'Go to login now' }).click()
  await ana.page.getByRole('link', { name: 'Forgot password?' }).click()
  await ana.page.clock.fastForward(6_000)
  await expect(ana.page).toHaveURL('/forgot-password')
})

test('the form reports first that the passwords differ, then that they are too short', async ({
  stranger,
}) => {
  const { page, ...ana } = await stranger('Ana')
  await page.goto('/signup')
  await fillIn(page, {
    'Display Name': ana.name,
    Email: ana.email,
    Password: 'one',
    'Confirm Password': 'two',
  })
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('The passwords do not match')).toBeVisible()
  await expect(page.getByLabel('Confirm Password', { exact: true })).toBeFocused()

  await fillIn(page, { 'Confirm Password': 'one' })
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()
  await expect(page.getByText('The passwords do not match')).toBeHidden()
})
