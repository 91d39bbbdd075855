import type { Page } from '@playwright/test'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { fillIn } from '../fixtures/forms.ts'
import { groupOf } from '../fixtures/group.ts'
import { dialog, switchOf } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const keysOf = (page: Page) => page.getByRole('region', { name: 'Keys', exact: true })

test('a user makes a key that may switch the user’s availability in one group, uses it, and revokes it', async ({
  ana,
  ben,
}) => {
  const [choir, chess] = [await groupOf('Choir', ana, ben), await groupOf('Chess', ana)]
  await ana.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page } = ana
  await page.goto('/profile/connections')
  const section = keysOf(page)
  await section.getByRole('button', { name: 'New key' }).click()
  const form = dialog(page, 'New key')
  await form.getByRole('radio', { name: 'See and switch' }).check()
  await form.getByRole('radio', { name: 'Chosen groups' }).check()
  await form.getByRole('button', { name: 'Make the key' }).click()
  await expect(form.getByText('Name is required.')).toBeVisible()
  await expect(form.getByText('Please choose at least one group.')).toBeVisible()
  await expect(form.getByLabel('Name')).toBeFocused()
  await fillIn(form, { Name: 'Desk' })
  await form.getByRole('checkbox', { name: 'Choir' }).check()
  await expect(form.getByLabel('Ends')).toHaveValue('90')
  await form.getByRole('button', { name: 'Make the key' }).click()

  const field = section.getByLabel('Your new key')
  await expect(field).toBeFocused()
  const token = await field.inputValue()
  expect(token).toMatch(/^gl_\w{36}$/)
  await section.getByRole('button', { name: 'Copy' }).click()
  await expect(section.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  const item = section.getByRole('listitem')
  await expect(item).toContainText(`Deskgl_…${token.slice(-4)} · See and switch · Choir`)
  await expect(item).toContainText('not used yet')

  await ben.gotoLive(`/groups/${choir.id}`)
  await expect(ben.page.getByRole('main')).toContainText('2 available')
  expect(await switchByKey(ana, token, choir, false)).toBe(200)
  await expect(ben.page.getByRole('main')).toContainText('1 available')
  expect(await switchByKey(ana, token, chess, false)).toBe(404)

  await page.reload()
  await expect(section.getByLabel('Your new key')).toHaveCount(0)
  await expect(item).toContainText('last used today')
  await section.getByRole('button', { name: 'Revoke Desk' }).click()
  await dialog(page, 'Revoke Key').getByRole('button', { name: 'Cancel' }).click()
  await section.getByRole('button', { name: 'Revoke Desk' }).click()
  await dialog(page, 'Revoke Key').getByRole('button', { name: 'Confirm' }).click()
  await expect(section.getByText('Desk is revoked.')).toBeVisible()
  await expect(section.getByRole('heading')).toBeFocused()
  expect(await switchByKey(ana, token, choir, true)).toBe(401)
  await page.goto(`/groups/${choir.id}`)
  await expect(switchOf(page, choir)).not.toBeChecked()
})

async function switchByKey({ api }: BrowserUser, token: string, { id }: { id: string }, status: boolean) {
  const response = await fetch(`${api.url}/api/groups/${id}/members/${api.userId}/availability`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status }),
  })
  return response.status
}
