import type { Page } from '@playwright/test'
import { groupOf, setStatus } from '../fixtures/group.ts'
import { dialog } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'
import { boardOf } from '../fixtures/wall-board.ts'

const goneText = 'This board is no longer shown.'

test('the creator makes a board, copies and opens its address, and a revoked board is gone', {
  tag: '@main',
}, async ({ ana, ben, choir }) => {
  await ana.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page } = ana
  await page.goto(`/groups/${choir.id}`)
  const board = await openDialog(page)
  await expect(board.getByText('There is no board at the moment.')).toBeVisible()
  await expect(board.getByText('In a group of fewer than 3 members')).toBeVisible()
  const origins = board.getByLabel('Who may frame it')
  await board.getByText('Embed in a website').click()
  await origins.fill('club.example')
  await board.getByRole('button', { name: 'Make a board' }).click()
  await expect(board.getByText('“club.example” is not an origin.')).toBeVisible()
  await origins.fill('')
  await board.getByRole('button', { name: 'Make a board' }).click()
  const address = board.getByLabel('Address of the board')
  await expect(address).toBeFocused()
  await board.getByRole('button', { name: 'Copy' }).click()
  await expect(board.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await address.inputValue())
  await expect(board.getByRole('listitem')).toHaveText(/^Counts ?does not end · not shown yet/)

  const opening = ana.context.waitForEvent('page')
  await board.getByRole('link', { name: 'Open the board' }).click()
  const shown = await opening
  await expect(shown.getByRole('heading', { name: 'Choir' })).toBeVisible()
  await expect(shown.getByRole('img', { name: '2 of 2 available' })).toBeVisible()
  await setStatus(ben, choir, false)
  await expect(shown.getByRole('img', { name: '1 of 2 available' })).toBeVisible()
  await shown.reload()
  await expect(shown.getByRole('img', { name: '1 of 2 available' })).toBeVisible()
  await expect(shown).toHaveURL(await address.inputValue())

  await board.getByRole('button', { name: 'Revoke' }).click()
  const confirmDialog = dialog(page, 'Revoke Board')
  await expect(confirmDialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await confirmDialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(shown.getByRole('heading', { name: goneText })).toBeVisible()
  await expect(shown.getByText('Choir')).toHaveCount(0)
  await expect(shown).toHaveTitle('Grouplight')
  await expect(shown.getByRole('img', { name: 'available' })).toHaveCount(0)
  await expect(board.getByText('There is no board at the moment.')).toBeVisible()
  await expect(address).toBeHidden()
  await expect(board.getByRole('heading', { name: 'Boards of this group' })).toBeFocused()
})

test('members see the boards of the group, and a board shows their names only while they agree; a board ends when its group is deleted', async ({
  ana,
  ben,
  cyd,
}) => {
  const group = await groupOf('Chess', ana, ben, cyd)
  await ben.gotoLive(`/groups/${group.id}`)
  await expect(ben.page.getByRole('button', { name: 'Leave Group' })).toBeVisible()
  await expect(ben.page.getByRole('button', { name: 'Board', exact: true })).toHaveCount(0)
  const { address } = await boardOf(ana, group, { showsNames: true })
  const shown = await ana.context.newPage()
  await shown.goto(address)
  await expect(shown.getByRole('img', { name: '3 of 3 available' })).toBeVisible()
  await expect(shown.getByRole('listitem')).toHaveCount(0)

  const board = await openDialog(ben.page)
  await expect(board.getByRole('listitem')).toHaveText(/Counts and names.*last shown today/)
  await expect(board.getByRole('button', { name: /Revoke|Make/ })).toHaveCount(0)
  const consent = board.getByRole('switch', { name: 'Show me outside' })
  await expect(consent).not.toBeChecked()
  await consent.click()
  await expect(shown.getByRole('list', { name: 'Available now' }).getByRole('listitem')).toHaveText(['Ben'])
  await setStatus(ben, group, false)
  await expect(shown.getByRole('listitem')).toHaveCount(0)
  await setStatus(ben, group, true)
  await expect(shown.getByRole('listitem')).toHaveText(['Ben'])
  await ben.page.reload()
  await openDialog(ben.page)
  await expect(consent).toBeChecked()
  await consent.click()
  await expect(shown.getByRole('listitem')).toHaveCount(0)
  await expect(shown.getByRole('img', { name: '3 of 3 available' })).toBeVisible()

  await ana.page.goto(`/groups/${group.id}`)
  await ana.page.getByRole('button', { name: 'Delete Group' }).click()
  await dialog(ana.page, 'Delete Group').getByRole('button', { name: 'Confirm' }).click()
  await expect(shown.getByRole('heading', { name: goneText })).toBeVisible()
})

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Board', exact: true }).click()
  return dialog(page, 'Board')
}
