import { keptDays } from '@grouplight/contract/kept-data.ts'
import type { Page } from '@playwright/test'
import { press, withoutPointer } from '../fixtures/keyboard.ts'
import { expect, test } from '../fixtures/test.ts'

const entries = Object.keys(keptDays).length

test('a guest opens the privacy page by keyboard from the login page and from the sign-up page', async ({
  stranger,
}) => {
  const page = await withoutPointer((await stranger('Guest')).page)
  for (const path of ['/login', '/signup']) {
    await page.goto(path)
    await press(page, page.getByRole('link', { name: 'Privacy', exact: true }))
    await expect(page).toHaveURL('/privacy')
    await expect(page.getByRole('heading', { name: 'Privacy', level: 1 })).toBeFocused()
    await expect(page.locator('tbody tr')).toHaveCount(entries)
  }
})

test('a user opens the privacy page from the profile, and the dashboard from the privacy page', async ({
  ana,
}) => {
  const { page } = ana
  await page.goto('/profile/data')
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { name: 'Privacy', level: 1 })).toBeVisible()
  await expectToSay(page, '7 days and at most an hour more, read or not.')
  await expectToSay(page, 'Not a pager')
  await expect(page.getByRole('rowheader', { name: 'Emails to you' })).toBeHidden()
  await page.getByText('What the server needs').click()
  await expect(page.getByRole('rowheader', { name: 'Emails to you' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

async function expectToSay(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text)).toBeVisible()
}
