import type { Locator, Page } from '@playwright/test'
import { groupOf } from '../fixtures/group.ts'
import { press, withoutPointer, write } from '../fixtures/keyboard.ts'
import { cardOf, dialog, switchOf } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const name = 'How many are needed'
const settingsButton = (page: Page) => page.getByRole('button', { name: 'Group Settings' })
const field = (page: Page) => dialog(page, 'Group Settings').getByRole('spinbutton', { name })
const saved = (page: Page) => dialog(page, 'Group Settings').getByText('Saved.')

async function need(page: Page, number: string): Promise<void> {
  await settingsButton(page).click()
  await field(page).fill(number)
  await expect(saved(page)).toBeVisible()
  await page.keyboard.press('Escape')
}

test('while the group has a needed number, all screens show in words whether enough members are available', {
  tag: '@main',
}, async ({ ana, ben, cyd }) => {
  const group = await groupOf('Choir', ana, ben, cyd)
  for (const { page } of [ana, cyd]) await page.goto(`/groups/${group.id}`)
  await ben.page.goto('/dashboard')
  const card = cardOf(ben.page, group)
  const lines: Locator[] = [ana.page.getByRole('main'), card, cyd.page.getByRole('main')]
  const expectLine = async (text: string) => {
    for (const line of lines) await expect(line.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(card.getByText('3 available')).toBeVisible()
  for (const line of lines) await expect(line.getByText(/needed|Enough|Nobody/)).toHaveCount(0)

  await need(ana.page, '2')
  await expectLine('Enough · 3 of 2')
  await need(ana.page, '4')
  await expectLine('3 of 4 needed · 1 more')
  await switchOf(ben.page, group).click()
  await expectLine('2 of 4 needed · 2 more')
  await switchOf(cyd.page, group).click()
  await switchOf(ana.page, group).click()
  await expectLine('Nobody')
  await need(ana.page, '1')
  await switchOf(ben.page, group).click()
  await expectLine('Enough · 1 of 1')
  await need(ana.page, '0')
  for (const line of lines) await expect(line.getByText(/needed|Enough|Nobody/)).toHaveCount(0)
})

test('the needed number saves itself after the last of several steps, also if the settings are closed at once', async ({
  ana,
  ben,
  choir,
}) => {
  const { page } = ana
  for (const each of [ana, ben]) await each.page.goto(`/groups/${choir.id}`)
  const changes: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/needed')) changes.push(request.postData() ?? '')
  })
  await settingsButton(page).click()
  const more = dialog(page, 'Group Settings').getByRole('button', { name: 'More: How many are needed' })
  for (let step = 1; step <= 3; step++) await more.click()
  await expect(saved(page)).toBeVisible()
  expect(changes.length).toBeLessThanOrEqual(3)
  await more.click()
  await page.keyboard.press('Escape')
  await expect(ben.page.getByText('2 of 4 needed · 2 more')).toBeVisible()
  expect(changes.at(-1)).toBe('{"needed":4}')
})

test('the needed number can be set by keyboard and may exceed the number of members; an impossible number is not saved', async ({
  ana,
  choir,
}) => {
  const page = await withoutPointer(ana.page)
  await page.goto(`/groups/${choir.id}`)
  await press(page, settingsButton(page))
  await write(page, field(page), '9')
  await expect(dialog(page, 'Group Settings').getByText('The group has only 2 members.')).toBeVisible()
  await expect(saved(page)).toBeVisible()
  await expect(field(page)).toBeFocused()
  for (const wrong of ['501', '2.5', '-1']) {
    await field(page).fill(wrong)
    await page.keyboard.press('Tab')
    await expect(field(page)).not.toHaveValue(wrong)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByText('2 of 9 needed · 7 more')).toBeVisible()
})

test('another member sees the needed number in the settings and cannot change it', async ({
  ana,
  ben,
  choir,
}) => {
  for (const { page } of [ana, ben]) await page.goto(`/groups/${choir.id}`)
  await settingsButton(ben.page).click()
  const settings = dialog(ben.page, 'Group Settings')
  await expect(settings.getByText('Group Name')).toBeVisible()
  await expect(settings.getByText(name)).toBeHidden()
  await need(ana.page, '2')
  await expect(settings.getByText(`${name}2`)).toBeVisible()
  await expect(settings.getByRole('spinbutton')).toHaveCount(0)
})

test('while the group has a needed number, the menu of alerts asks who wants to hear of too few or of enough', async ({
  ana,
  ben,
  choir,
}) => {
  for (const { page } of [ana, ben]) await page.goto(`/groups/${choir.id}`)
  const alerts = (page: Page) => page.getByRole('button', { name: /^Alerts/ })
  const choice = (page: Page, name: string) => page.getByRole('menuitemcheckbox', { name, exact: true })
  const [tooFew, enough] = ['When we’re too few', 'When we’re enough again'] as const
  await alerts(ben.page).click()
  await expect(ben.page.getByRole('menuitemradio', { name: 'All members' })).toBeVisible()
  await expect(choice(ben.page, enough)).toHaveCount(0)
  await need(ana.page, '3')
  await alerts(ana.page).click()
  await expect(choice(ana.page, tooFew)).toBeChecked()
  await expect(choice(ana.page, enough)).not.toBeChecked()
  await ana.page.keyboard.press('Escape')
  await expect(choice(ben.page, tooFew)).not.toBeChecked()
  const saved = ben.page.waitForResponse('**/coverage-alerts')
  await choice(ben.page, enough).click()
  await expect(choice(ben.page, enough)).toBeChecked()
  await saved
  await ben.page.reload()
  await alerts(ben.page).click()
  await expect(choice(ben.page, enough)).toBeChecked()
  await expect(choice(ben.page, tooFew)).not.toBeChecked()
})
