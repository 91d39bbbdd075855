import { expect, test } from '../fixtures/test.ts'

test('a user ends the sessions of other browsers, whose pages show the login page without a reload', async ({
  ana,
  onAnotherDevice,
}) => {
  const [phone, tablet] = [await onAnotherDevice(ana), await onAnotherDevice(ana)]
  await phone.gotoLive('/dashboard')
  await tablet.gotoLive('/dashboard')
  await ana.page.goto('/profile/security')
  const section = ana.page.getByRole('region', { name: 'Sessions' })
  await expect(section.getByText('3 browsers are signed in.')).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(3)
  await expect(section.getByRole('listitem').filter({ hasText: 'this one' })).toHaveCount(1)
  await expect(section.getByText('last used today')).toHaveCount(3)

  // The newest session is listed first, so this button ends the session of the tablet.
  await section.getByRole('button', { name: 'Sign out' }).first().click()
  await expect(section.getByText('That browser is signed out.')).toBeVisible()
  await expect(tablet.page).toHaveURL('/login')
  await expect(phone.page).toHaveURL('/dashboard')
  await section.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(section.getByText('All other browsers are signed out.')).toBeVisible()
  await expect(section.getByText('Only this browser is signed in.')).toBeVisible()
  await expect(phone.page).toHaveURL('/login')
  await expect(section.getByRole('button', { name: 'Sign out' })).toHaveCount(0)
})

test('changing the password signs out all other browsers', async ({ ana, onAnotherDevice }) => {
  const phone = await onAnotherDevice(ana)
  await phone.gotoLive('/dashboard')
  const { page } = ana
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Change Password' }).click()
  const form = page.getByRole('dialog', { name: 'Change Password' })
  const submit = form.getByRole('button', { name: 'Change Password' })
  const fill = async (old: string, next: string, again: string) => {
    await form.getByLabel('Old Password').fill(old)
    await form.getByLabel('New Password').fill(next)
    await form.getByLabel('Confirm Password').fill(again)
    await submit.click()
  }
  await fill('', 'a better horse', 'another')
  await expect(form.getByText('Password is required.')).toBeVisible()
  await expect(form.getByText('Passwords do not match')).toBeVisible()
  await expect(form.getByLabel('Old Password')).toBeFocused()
  await fill('a guess', 'short', 'short')
  await expect(form.getByText('Password must be at least 6 characters long')).toBeVisible()
  await fill('a guess', 'a better horse', 'a better horse')
  await expect(form.getByText('Incorrect password. Please try again.')).toBeVisible()
  await fill(ana.password, 'a better horse', 'a better horse')
  await expect(form).toBeHidden()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeFocused()
  await expect(phone.page).toHaveURL('/login')

  await phone.signIn()
  await expect(phone.page.getByRole('alert')).toContainText('Invalid email or password.')
  await phone.signIn('a better horse')
  await expect(phone.page).toHaveURL('/dashboard')
})

test('of seven sessions, only five are shown at first', async ({ ana: { page } }) => {
  const session = {
    browser: 'Firefox (Linux)',
    createdAt: '2026-11-01T12:00:00.000Z',
    lastSeenOn: '2026-11-02',
  }
  const sessions = Array.from({ length: 7 }, (_, id) => ({ ...session, id: String(id), current: id === 0 }))
  await page.route('**/api/account/sessions', route => route.fulfill({ json: { sessions } }))
  await page.goto('/profile/security')
  const section = page.getByRole('region', { name: 'Sessions' })
  await expect(section.getByRole('listitem')).toHaveCount(5)
  await section.getByRole('button', { name: 'Show all' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(7)
  await expect(section.getByRole('heading')).toBeFocused()
  await expect(section.getByRole('button', { name: 'Show all' })).toHaveCount(0)
})
