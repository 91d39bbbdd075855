import type { BrowserUser } from '../fixtures/browser-user.ts'
import { fillIn } from '../fixtures/forms.ts'
import { holdRequests } from '../fixtures/requests.ts'
import { expect, test } from '../fixtures/test.ts'

const sent = 'Reset email sent! Check your inbox for the password reset link.'

async function askForEmail({ page }: BrowserUser, email: string) {
  await page.goto('/forgot-password')
  await fillIn(page, { 'Email Address': email })
  await page.getByRole('button', { name: 'Send Reset Email' }).click()
}

async function choosePassword({ page }: BrowserUser, password: string, confirmation = password) {
  await fillIn(page, { 'New Password': password, 'Confirm Password': confirmation })
  await page.getByRole('button', { name: 'Reset Password' }).click()
}

test('a forgotten password is replaced, and the session of another browser ends', { tag: '@main' }, async ({
  ana,
  stranger,
  mail,
}) => {
  await ana.page.goto('/dashboard')
  const guest = (await stranger('Ana')).as(ana)
  await guest.page.goto('/login')
  await guest.page.getByRole('link', { name: 'Forgot password?' }).click()
  await askForEmail(guest, ` ${ana.email} `)
  await expect(guest.page.getByText(sent)).toBeVisible()
  await guest.page.getByRole('button', { name: 'Back to Login' }).click()
  await expect(guest.page).toHaveURL('/login')

  await guest.page.clock.install()
  const link = await guest.linkInNextEmail()
  await guest.page.goto(link)
  await expect(guest.page).toHaveURL('/reset-password')
  await guest.page.reload()
  const release = await holdRequests(guest.page, '**/resetPasswordWithToken')
  await choosePassword(guest, 'a new horse')
  await expect(guest.page.getByRole('button', { name: 'Resetting...' })).toBeVisible()
  release()
  await expect(guest.page.getByRole('heading', { name: 'Password Reset!' })).toBeVisible()
  await expect(guest.page.getByText('Password changed successfully!')).toBeVisible()
  await expect(guest.page.getByText('Redirecting you to login...')).toBeVisible()
  await guest.page.clock.fastForward(3_000)
  await expect(guest.page).toHaveURL('/login')
  await expect(ana.page).toHaveURL('/login')
  expect((await mail.nextEmailTo(ana.email)).subject).toBe(
    'Your Grouplight password was changed. Was it you?',
  )

  await guest.signIn()
  await expect(guest.page.getByText('Invalid email or password.')).toBeVisible()
  await guest.signIn('a new horse')
  await expect(guest.page).toHaveURL('/dashboard')
})

test('passwords that differ, a password that is too short, and an invalid link are refused', async ({
  stranger,
}) => {
  const guest = await stranger('Ana')
  await guest.page.goto('/reset-password?token=whatever')
  await choosePassword(guest, 'one', 'two')
  await expect(guest.page.getByText('Passwords do not match')).toBeVisible()
  await choosePassword(guest, 'five5')
  await expect(guest.page.getByText('Password must be at least 6 characters long')).toBeVisible()
  await choosePassword(guest, 'long enough')
  await expect(guest.page.getByText('Invalid or expired reset link')).toBeVisible()
})

test('without a token the form is disabled', async ({ stranger }) => {
  const { page } = await stranger('Ana')
  // The page keeps the token of its link for a reload. If it is opened again without a token, it must not use the kept token.
  await page.goto('/reset-password?token=whatever')
  await expect(page).toHaveURL('/reset-password')
  await page.goto('/reset-password')
  await expect(page.getByText('Invalid reset link. Please request a new password reset.')).toBeVisible()
  await expect(page.getByLabel('New Password')).toBeDisabled()
  await expect(page.getByLabel('Confirm Password')).toBeDisabled()
})

test('an unknown address gets no email but the same message as a known address, and an empty address is refused', async ({
  stranger,
  mail,
}) => {
  const guest = await stranger('Ana')
  await askForEmail(guest, '  ')
  await expect(guest.page.getByText('Please enter your email address.')).toBeVisible()
  const release = await holdRequests(guest.page, '**/sendCustomPasswordReset')
  await askForEmail(guest, guest.email)
  await expect(guest.page.getByRole('button', { name: 'Sending...' })).toBeVisible()
  release()
  await expect(guest.page.getByText(sent)).toBeVisible()
  expect(mail.emailsTo(guest.email)).toEqual([])
})
