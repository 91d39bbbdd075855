import { expect, test } from '../fixtures/test.ts'

const forGuests = ['/', '/login', '/signup', '/forgot-password', '/reset-password?token=abc']
const forMembers = ['/dashboard', '/profile', '/groups/create', '/groups/AbCdEfGh1234']

test('a guest is redirected from protected pages to the login page', { tag: '@main' }, async ({
  stranger,
}) => {
  const { page } = await stranger('Guest')
  for (const path of ['/', ...forMembers]) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
  }
})

test('a signed-in user is redirected from the pages for guests to the dashboard, but can open /email-verified and /do-not-invite', async ({
  ana: { page },
}) => {
  for (const path of forGuests) {
    await page.goto(path)
    await expect(page).toHaveURL('/dashboard')
  }
  await page.goto('/email-verified')
  await expect(page.getByText('No verification code found in the link.')).toBeVisible()
  await page.goto('/do-not-invite')
  await expect(page.getByText('This link does not work.')).toBeVisible()
})

test('a user with an unverified address is signed out with an explanation', async ({
  ana: { page, email },
  server,
}) => {
  await server.sql(`update users set email_verified_at = null where email = '${email}'`)
  await page.goto('/dashboard')
  await expect(page.getByText('Please verify your email before accessing the app.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await server.sql(`update users set email_verified_at = now() where email = '${email}'`)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
})

test('when a session is ended elsewhere, its page shows the login page without a reload', async ({ ana }) => {
  await ana.gotoLive('/profile')
  await ana.api.request('DELETE', '/api/session')
  await expect(ana.page).toHaveURL('/login')
})
