import { readFile } from 'node:fs/promises'
import { accountExportSchema } from '@grouplight/contract/account-export.ts'
import { fillIn } from '../fixtures/forms.ts'
import { groupOf } from '../fixtures/group.ts'
import { dialog } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

test('users can download their stored data as a file', async ({ ana, ben }) => {
  await groupOf('Choir', ana, ben)
  await ben.page.goto('/profile/data')
  const [download] = await Promise.all([
    ben.page.waitForEvent('download'),
    ben.page.getByRole('link', { name: 'Download my data' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  const data = accountExportSchema.parse(JSON.parse(await readFile(await download.path(), 'utf8')))
  expect(data.account.email).toBe(ben.email)
  expect(data.memberships.map(({ groupName }) => groupName)).toEqual(['Choir'])
})

test('an account is deleted after its password is entered', { tag: '@main' }, async ({ ana, ben, choir }) => {
  await ana.gotoLive(`/groups/${choir.id}`)
  await ben.page.goto('/profile/data')
  const deletion = dialog(ben.page, 'Delete Account')
  await ben.page.getByRole('button', { name: 'Delete Account' }).click()
  await expect(deletion.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await ben.page.keyboard.press('Escape')
  await expect(deletion).toBeHidden()
  await expect(ben.page.getByRole('button', { name: 'Delete Account' })).toBeFocused()

  await ben.page.getByRole('button', { name: 'Delete Account' }).click()
  await deletion.getByRole('button', { name: 'Confirm' }).click()
  await expect(deletion.getByText('Password is required.')).toBeVisible()
  await fillIn(deletion, { Password: 'wrong horse' })
  await deletion.getByRole('button', { name: 'Confirm' }).click()
  await expect(deletion.getByText('Incorrect password. Please try again.')).toBeVisible()
  await fillIn(deletion, { Password: ben.password })
  await deletion.getByRole('button', { name: 'Confirm' }).click()
  await expect(ben.page).toHaveURL('/login')
  await expect(ben.page.getByText('Your account has been deleted.')).toBeVisible()
  await expect(ana.page.getByText('Members (1)')).toBeVisible()
  await ben.signIn()
  await expect(ben.page.getByRole('alert')).toContainText('Invalid email or password.')
})
