import { fillIn } from '../fixtures/forms.ts'
import { groupOf } from '../fixtures/group.ts'
import { holdRequests } from '../fixtures/requests.ts'
import { expect, test } from '../fixtures/test.ts'

test('a new name shows on the screens of the user and of other members without a reload', {
  tag: '@main',
}, async ({ member }) => {
  const [ana, ben] = [await member('Ana Pavlova'), await member('Ben Olsen')]
  const group = await groupOf('Mountain Rescue', ana, ben)
  await ben.page.goto(`/groups/${group.id}`)
  await expect(ben.page.getByRole('listitem').filter({ hasText: 'Ana Pavlova' })).toBeVisible()

  await ana.page.goto('/profile')
  const release = await holdRequests(ana.page, '**/api/account')
  await fillIn(ana.page, { 'Display Name': '  Anna   Maria Pavlova ' })
  await ana.page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(ana.page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  release()
  await expect(ana.page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(ana.page.getByRole('link', { name: 'Profile' })).toContainText('AMP')
  await expect(ben.page.getByRole('listitem').filter({ hasText: 'Anna Maria Pavlova' })).toBeVisible()
  await ana.page.getByRole('button', { name: 'Back to Dashboard' }).click()
  await expect(ana.page).toHaveURL('/dashboard')
})

test('the address cannot be edited, the name is required, and the version of the server is shown', async ({
  ana: { page, email },
}) => {
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Email')).not.toBeEditable()
  await expect(page.getByText('Email cannot be changed')).toBeVisible()
  await expect(page.getByText(/^Version \d+\.\d+\.\d+$/)).toBeVisible()
  await fillIn(page, { 'Display Name': ' ' })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Display name is required.')).toBeVisible()
})

test('the chosen theme is remembered', async ({ member }) => {
  const { page } = await member('Ana', { colorScheme: 'light' })
  await page.goto('/profile')
  const theme = page.locator('html')
  await expect(theme).toHaveAttribute('data-color-scheme', 'light')
  await page.getByText('Dark', { exact: true }).click()
  await expect(theme).toHaveAttribute('data-color-scheme', 'dark')
  await page.reload()
  await expect(theme).toHaveAttribute('data-color-scheme', 'dark')
})

test.describe('when the server fails', () => {
  test.use({ outages: true })

  test('the page reports that saving or signing out failed', async ({ ana: { page } }) => {
    await page.goto('/profile')
    await page.route('**/api/account', route => route.abort())
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Failed to update profile')).toBeVisible()
    await page.route('**/api/session', route => route.abort())
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await expect(page.getByText('Failed to sign out')).toBeVisible()
  })
})
