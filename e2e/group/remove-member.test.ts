import { groupOf } from '../fixtures/group.ts'
import { press, withoutPointer } from '../fixtures/keyboard.ts'
import { bell, cardOf, dialog, rowOf, sheetOf } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

test('the creator removes a member, whose open page says so', { tag: '@main' }, async ({ ana, ben, cyd }) => {
  const group = await groupOf('Choir', ana, ben, cyd)
  const page = await withoutPointer(ana.page)
  await page.goto(`/groups/${group.id}`)
  await ben.gotoLive(`/groups/${group.id}`)
  await cyd.gotoLive('/dashboard')
  await sheetOf(ben.page, cyd)
  await expect(ben.page.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await ben.page.keyboard.press('Escape')

  const opener = page.getByRole('button', { name: 'Ben', exact: true })
  const remove = page.getByRole('button', { name: 'Remove Ben' })
  await press(page, opener)
  await press(page, remove)
  const confirmDialog = dialog(page, 'Remove Member')
  await expect(confirmDialog.getByText('Remove Ben')).toBeVisible()
  await expect(confirmDialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(confirmDialog).toBeHidden()
  await expect(opener).toBeFocused()
  await press(page, opener)
  await press(page, remove)
  await press(page, confirmDialog.getByRole('button', { name: 'Confirm' }))
  await expect(rowOf(page, ben)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Members (2)' })).toBeFocused()

  await expect(ben.page.getByRole('heading', { name: 'Group not found' })).toBeVisible()
  await expect(ben.page.getByRole('heading', { name: 'Choir', level: 1 })).toBeVisible()
  await expect(ben.page.getByText('You are no longer a member of Choir.')).toBeVisible()
  await ben.page.getByRole('button', { name: 'Back to Dashboard' }).click()
  await expect(cardOf(ben.page, group)).toHaveCount(0)
  await bell(ben.page).click()
  await expect(
    dialog(ben.page, 'Notifications').getByText('You were removed from the group: Choir'),
  ).toBeVisible()
  await expect(cardOf(cyd.page, group)).toContainText('2 members')
})

test('removing a member who has just left is no error', async ({ ana, ben, choir }) => {
  await ana.page.goto(`/groups/${choir.id}`)
  await (await sheetOf(ana.page, ben)).getByRole('button', { name: 'Remove Ben' }).click()
  await ben.page.goto(`/groups/${choir.id}`)
  await ben.page.getByRole('button', { name: 'Leave Group' }).click()
  await dialog(ben.page, 'Leave Group').getByRole('button', { name: 'Confirm' }).click()
  await expect(ben.page).toHaveURL('/dashboard')
  await dialog(ana.page, 'Remove Member').getByRole('button', { name: 'Confirm' }).click()
  await expect(ana.page.getByRole('heading', { name: 'Members (1)' })).toBeVisible()
  await expect(ana.page.getByRole('alert')).toHaveCount(0)
})
