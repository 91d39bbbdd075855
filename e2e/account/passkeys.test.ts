import { minuteMs } from '../../server/src/platform/clock.ts'
import { addVirtualAuthenticator } from '../fixtures/authenticator.ts'
import { axeViolations } from '../fixtures/axe.ts'
import { fillIn } from '../fixtures/forms.ts'
import { dialog } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const withPasskey = 'Use a passkey'

test('a user adds a passkey, signs in with it by the button and by the suggestions of the browser, and removes it', {
  tag: '@main',
}, async ({ ana, server }) => {
  const { page } = ana
  await addVirtualAuthenticator(page)
  await page.goto('/profile/security')
  const section = page.getByRole('region', { name: 'Passkeys' })
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  const naming = dialog(page, 'Add a passkey')
  await expect(naming.getByLabel('Name')).toHaveValue('Chrome on Linux')
  await fillIn(naming, { Name: '' })
  await naming.getByRole('button', { name: 'Add' }).click()
  await expect(naming.getByText('Name is required.')).toBeVisible()
  await fillIn(naming, { Name: 'My laptop' })
  await naming.getByRole('button', { name: 'Add' }).click()
  await expect(section.getByText('My laptop is added.')).toBeVisible()
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await naming.getByRole('button', { name: 'Add' }).click()
  await expect(section.getByText('This device already has a passkey for your account.')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await section.getByRole('button', { name: 'Rename My laptop' }).click()
  await fillIn(dialog(page, 'Rename Passkey'), { Name: 'Desk' })
  await dialog(page, 'Rename Passkey').getByRole('button', { name: 'Save' }).click()
  await expect(section.getByRole('listitem')).toContainText('Desk')

  // This refusal keeps the browser from suggesting the passkey. The virtual authenticator would accept a suggestion immediately.
  const refusal = { status: 429, json: { code: 'too-many-requests', message: '' } }
  await page.route('**/api/session/passkey/options', route => route.fulfill(refusal), { times: 1 })
  await page.getByRole('link', { name: 'You', exact: true }).click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await page.waitForResponse('**/api/session/passkey/options')
  await page.getByRole('button', { name: withPasskey }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/profile/security')
  await expect(section.getByRole('listitem')).toContainText('last used today')
  // The virtual authenticator accepts the suggestion immediately, as if the user had chosen the passkey.
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')

  await server.advance(11 * minuteMs)
  await page.goto('/profile/security')
  await section.getByRole('button', { name: 'Remove Desk' }).click()
  await dialog(page, 'Remove Passkey').getByRole('button', { name: 'Confirm' }).click()
  const confirmation = dialog(page, "Confirm it's you")
  await expect(confirmation.getByLabel('Password', { exact: true })).toBeFocused()
  await confirmation.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(section.getByText('Desk is removed.')).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(0)
})

test.describe('when a file cannot be loaded', () => {
  test.use({ outages: true })

  test('a user can sign in by password without the code that handles passkeys', async ({ stranger, ana }) => {
    const guest = (await stranger('Ana')).as(ana)
    await addVirtualAuthenticator(guest.page)
    const refused = guest.page.waitForEvent('requestfailed')
    await guest.page.route('**/passkey-sign-in-*', route => route.abort())
    await guest.signIn()
    await refused
    await expect(guest.page).toHaveURL('/dashboard')
  })
})

test('the login page offers passkeys only where the browser can use them', async ({ stranger }) => {
  const guest = await stranger('Ana')
  await guest.page.goto('/login')
  await expect(guest.page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(guest.page.getByRole('button', { name: withPasskey })).toHaveCount(0)
  const authenticator = await addVirtualAuthenticator(guest.page)
  await authenticator.setTouched(false)
  await guest.page.reload()
  await expect(guest.page.getByRole('button', { name: withPasskey })).toBeVisible()
  await expect(guest.page.getByLabel('Email')).toHaveAttribute('autocomplete', 'email webauthn')
})
