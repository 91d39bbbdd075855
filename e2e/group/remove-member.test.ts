import { setRingingRule } from '@grouplight/contract/ringing.ts'
import { axeViolations } from '../fixtures/axe.ts'
import { groupOf } from '../fixtures/group.ts'
import { press, withoutPointer } from '../fixtures/keyboard.ts'
import { bell, cardOf, dialog, rowOf } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'
import { findOverflow, findSmallTargets } from '../fixtures/touch-targets.ts'

test('the creator removes a member, whose open page says so', { tag: '@main' }, async ({ ana, ben, cyd }) => {
  const group = await groupOf('Choir', ana, ben, cyd)
  const page = await withoutPointer(ana.page)
  await page.goto(`/groups/${group.id}`)
  await ben.gotoLive(`/groups/${group.id}`)
  await cyd.gotoLive('/dashboard')
  await expect(ben.page.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(2)

  const opener = page.getByRole('button', { name: 'Remove Ben' })
  await press(page, opener)
  const confirmDialog = dialog(page, 'Remove Member')
  await expect(confirmDialog.getByText('Remove Ben')).toBeVisible()
  await expect(confirmDialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(confirmDialog).toBeHidden()
  await expect(opener).toBeFocused()
  await press(page, opener)
  await press(page, confirmDialog.getByRole('button', { name: 'Confirm' }))
  await expect(rowOf(page, ben)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Members (2)' })).toBeFocused()

  await expect(ben.page.getByRole('heading', { name: 'Group not found' })).toBeVisible()
  await expect(ben.page.getByRole('heading', { name: 'Choir', level: 1 })).toBeVisible()
  await expect(ben.page.getByText('You are no longer a member of Choir.')).toBeVisible()
  expect(await axeViolations(ben.page)).toEqual([])
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
  await ana.page.getByRole('button', { name: 'Remove Ben' }).click()
  await ben.page.goto(`/groups/${choir.id}`)
  await ben.page.getByRole('button', { name: 'Leave Group' }).click()
  await dialog(ben.page, 'Leave Group').getByRole('button', { name: 'Confirm' }).click()
  await expect(ben.page).toHaveURL('/dashboard')
  await dialog(ana.page, 'Remove Member').getByRole('button', { name: 'Confirm' }).click()
  await expect(ana.page.getByRole('heading', { name: 'Members (1)' })).toBeVisible()
  await expect(ana.page.getByRole('alert')).toHaveCount(0)
})

test('on a small phone, the buttons Follow and Remove are large enough, and nothing overflows', async ({
  member,
  ben,
}) => {
  const phone = { viewport: { width: 320, height: 740 }, hasTouch: true, isMobile: true }
  const ana = await member('Ana', phone)
  const group = await groupOf('Choir', ana, ben)
  await ana.api.ok(setRingingRule, { params: { groupId: group.id }, body: { rule: 'followed' } })
  await ana.page.goto(`/groups/${group.id}`)
  await ana.page.getByRole('button', { name: 'Follow Ben' }).waitFor()
  expect(await findSmallTargets(ana.page)).toEqual([])
  expect(await findOverflow(ana.page)).toEqual([])
})
