import { minuteMs } from '../../server/src/platform/clock.ts'
import { axeViolations } from '../fixtures/axe.ts'
import { fillIn } from '../fixtures/forms.ts'
import { openInviteLink } from '../fixtures/requests.ts'
import { dialog } from '../fixtures/screen.ts'
import { expect } from '../fixtures/test.ts'
import { test } from '../fixtures/test-with-settings.ts'

const byProvider = 'Sign in with Club Login'
const verified = (email: string, sub: string) => ({ sub, email, email_verified: true, name: 'Ana Pavlova' })

// The tests of this file run in one worker, so that the tests of a describe block can share a server and a provider.
test.describe.configure({ mode: 'default' })

test.describe('a provider beside passwords', () => {
  test.use({ hasProvider: true })

  test('a user signs in by the provider for the first time, sets a password, unlinks the account from the provider and links it again', async ({
    stranger,
    provider,
    started: { server },
  }) => {
    const ana = await stranger('Ana')
    const { page } = ana
    provider.user = verified(ana.email, 'ana-1')
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: byProvider }).click()
    await expect(page).toHaveURL('/dashboard')

    await page.goto('/profile/security')
    const section = page.getByRole('region', { name: 'Signed in by Club Login' })
    const unlink = section.getByRole('button', { name: 'Unlink' })
    await unlink.click()
    const confirmation = dialog(page, "Confirm it's you")
    await expect(confirmation.getByLabel('Password')).toHaveCount(0)
    await confirmation.getByRole('button', { name: byProvider }).click()
    await expect(confirmation).toBeHidden()
    await unlink.click()
    await expect(page.getByText('Please set a password first.')).toBeVisible()
    await page.getByRole('button', { name: 'Set Password' }).click()
    const form = dialog(page, 'Set Password')
    await fillIn(form, { 'New Password': ana.password, 'Confirm Password': ana.password })
    await form.getByRole('button', { name: 'Set Password' }).click()
    // While the dialog fades out, it may already have the title for an account with a password.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible()
    await unlink.click()
    const unlinked = page.getByRole('region', { name: 'Sign in with Club Login' })
    await expect(unlinked.getByRole('button', { name: 'Link' })).toBeVisible()
    await expect(unlinked.getByRole('heading')).toBeFocused()

    // After 11 minutes the confirmation has expired.
    await server.advance(11 * minuteMs)
    await unlinked.getByRole('button', { name: 'Link' }).click()
    await fillIn(confirmation, { Password: ana.password })
    await confirmation.getByRole('button', { name: 'Confirm' }).click()
    await expect(section.getByText('Linked since')).toBeVisible()
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await fillIn(page, { Email: ana.email, Password: ana.password })
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
  })

  test('the login page says why the sign-in with the provider failed', async ({ stranger, provider }) => {
    const { page, email } = await stranger('Ben')
    provider.user = { sub: 'ben-1', email }
    await page.goto('/login')
    await page.getByRole('button', { name: byProvider }).click()
    await expect(page.getByText(`Club Login does not say that ${email} is yours.`)).toBeVisible()
    await expect(page).toHaveURL('/login')
    expect(await axeViolations(page)).toEqual([])
    await page.reload()
    await expect(page.getByRole('button', { name: byProvider })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.goto('/login#provider=unavailable')
    await expect(page.getByText('Club Login cannot be reached.')).toBeVisible()
  })
})

test.describe('a provider as the only way to sign in', () => {
  test.use({ hasProvider: true, settings: { OIDC_ONLY: 'true' } })

  test('the login page shows only the provider, and the profile offers no passwords and no passkeys', async ({
    stranger,
    provider,
  }) => {
    const { page, email } = await stranger('Ana')
    provider.user = verified(email, 'ana-2')
    for (const path of ['/login', '/login?local', '/signup', '/forgot-password']) {
      await page.goto(path)
      await expect(page.getByRole('button')).toHaveText([byProvider])
      await expect(page.getByRole('textbox')).toHaveCount(0)
      await expect(page.getByRole('link')).toHaveText(['Privacy'])
    }
    await page.getByRole('button', { name: byProvider }).click()
    await expect(page).toHaveURL('/dashboard')
    await page.goto('/profile/security')
    await expect(page.getByRole('region', { name: 'Signed in by Club Login' })).toContainText('Linked since')
    for (const name of ['Unlink', 'Change Password', 'Set Password', 'Add a passkey'])
      await expect(page.getByRole('button', { name })).toHaveCount(0)

    await page.goto('/profile')
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await expect(page).toHaveURL('/login')
    await openInviteLink(page)
    await expect(page.getByRole('button')).toHaveText(['I have an account'])
    await expect(page.getByText('Nobody can sign up here')).toHaveCount(0)
    await page.goto('/email-verified')
    await expect(page.getByRole('main').getByRole('link')).toHaveText(['Back to Login'])
  })
})

test.describe('OIDC_AUTO', () => {
  test.use({ hasProvider: true, settings: { OIDC_AUTO: 'true' } })

  test('the login page redirects to the provider, but not after a sign-out, after a problem or with ?local', async ({
    stranger,
    provider,
  }) => {
    const { page, email } = await stranger('Ana')
    provider.user = verified(email, 'ana-3')
    await page.goto('/login?local')
    await expect(page.getByLabel('Email')).toBeVisible()
    await page.goto('/login#provider=refused')
    await expect(page.getByText('Signing in with Club Login didn’t work.')).toBeVisible()
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/dashboard')
    await page.getByRole('heading', { name: 'My Groups' }).waitFor()

    await page.goto('/profile')
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await expect(page).toHaveURL('/login')
    await page.reload()
    await page.getByRole('button', { name: byProvider }).click()
    await expect(page).toHaveURL('/dashboard')
  })
})
