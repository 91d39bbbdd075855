import { axeViolations } from '../fixtures/axe.ts'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { fillIn } from '../fixtures/forms.ts'
import { groupOf, invite } from '../fixtures/group.ts'
import { openInviteLink } from '../fixtures/requests.ts'
import { dialog } from '../fixtures/screen.ts'
import { expect } from '../fixtures/test.ts'
import { test } from '../fixtures/test-with-settings.ts'

test.describe('when nobody can sign up', () => {
  test.use({ settings: { REGISTRATION: 'closed' } })

  test('the sign-up page says so, and the pages for guests do not link to it', async ({ stranger }) => {
    const { page } = await stranger('Ana')
    await page.goto('/login')
    await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign up' })).toHaveCount(0)
    await page.goto('/signup')
    await expect(page.getByText('Nobody can sign up here at the moment.')).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Already have an account? Sign in' }).click()
    await expect(page).toHaveURL('/login')
    await page.goto('/email-verified')
    await expect(page.getByRole('link')).toHaveText(['Back to Login'])
    await openInviteLink(page)
    await expect(page.getByText('Nobody can sign up here at the moment.')).toBeVisible()
    await expect(page.getByRole('button')).toHaveText(['I have an account'])
  })
})

test.describe('when only invited people can sign up', () => {
  test.use({ settings: { REGISTRATION: 'invited' } })

  test('an invited person signs up, and anybody else sees the same page but gets an email about the missing invitation', async ({
    stranger,
    started,
    mail,
  }) => {
    const [ana, ben, cyd] = [await stranger('Ana'), await stranger('Ben'), await stranger('Cyd')]
    await cyd.page.goto('/signup')
    await expect(cyd.page.getByText('This site is by invitation.')).toBeVisible()
    await cyd.signUp()
    expect((await mail.nextEmailTo(cyd.email)).subject).toContain('by invitation')
    await openInviteLink(cyd.page)
    await cyd.page.getByRole('button', { name: "I'm new here" }).click()
    await expect(cyd.page.getByRole('button', { name: 'Create Account' })).toBeVisible()
    await expect(cyd.page.getByText('This site is by invitation.')).toHaveCount(0)

    await started.server.sql(
      `insert into users (uid, email, display_name, created_at, email_verified_at) values ('AnaAnaAnaAna', '${ana.email}', 'Ana', now(), now())`,
    )
    await choosePassword(ana)
    await ana.signIn()
    await expect(ana.page).toHaveURL('/dashboard')
    await ana.useNewSession()
    await invite(ana, await groupOf('Choir', ana), ben)
    await mail.nextEmailTo(ben.email)
    await ben.signUp()
    await ben.verify()
    await ben.signIn()
    await expect(dialog(ben.page, 'Group Invitations')).toContainText('Choir')
  })
})

async function choosePassword(user: BrowserUser): Promise<void> {
  const { page, email, password } = user
  await page.goto('/forgot-password')
  await fillIn(page, { 'Email Address': email })
  await page.getByRole('button', { name: 'Send Reset Email' }).click()
  await page.goto(await user.linkInNextEmail())
  await fillIn(page, { 'New Password': password, 'Confirm Password': password })
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await page.getByText('Password changed successfully!').waitFor()
}
