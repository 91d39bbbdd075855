import type { Locator, Page, Response } from '@playwright/test'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { groupOf, setStatus } from '../fixtures/group.ts'
import { press, withoutPointer } from '../fixtures/keyboard.ts'
import { badge, bell, dialog, rowOf, sheetOf, toast } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const alerts = (page: Page) => page.getByRole('button', { name: /^Alerts/ })
const star = (page: Page, user: BrowserUser) => rowOf(page, user).getByText('Followed', { exact: true })
const rule = (page: Page, name: string) => page.getByRole('menuitemradio', { name, exact: true })

async function choose(page: Page, name: string): Promise<void> {
  await alerts(page).click()
  const saved = page.waitForResponse(response => /\/ringing$/.test(response.url()) && response.ok())
  await rule(page, name).click()
  await saved
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(alerts(page)).toBeFocused()
}

const statusItems = (page: Page): Locator =>
  dialog(page, 'Notifications').getByRole('listitem').filter({ hasText: 'is now available' })

test('a user hears only of members whom the user’s ringing rule includes, and other members do not notice the rule', async ({
  ana,
  ben,
  cyd,
}) => {
  const group = await groupOf('Choir', ana, ben, cyd)
  const becomeAvailable = async (user: typeof ben) => {
    await setStatus(user, group, false)
    await setStatus(user, group, true)
  }
  for (const { page } of [ana, cyd]) {
    await page.goto(`/groups/${group.id}`)
    await page.getByText('Live', { exact: true }).waitFor()
  }
  const tab = await ana.context.newPage()
  await tab.goto('/dashboard')
  for (const page of [ana.page, tab]) await expect(badge(page)).toHaveText('4')
  await expect(star(ana.page, ben)).toHaveCount(0)

  await choose(ana.page, 'None')
  await becomeAvailable(ben)
  await expect(toast(cyd.page, 'Ben is now available in Choir')).toBeVisible()
  await expect(rowOf(ana.page, ben).getByText('Available', { exact: true })).toBeVisible()
  for (const page of [ana.page, tab]) {
    await expect(toast(page, 'Ben is now available')).toHaveCount(0)
    await expect(badge(page)).toHaveText('4')
  }

  await choose(ana.page, 'Only people I follow')
  await expect(star(ana.page, ben)).toHaveCount(0)
  const follows = `"follows":["${ben.api.userId}"]`
  const isLearned = tab.waitForResponse(async response => (await textOf(response)).includes(follows))
  await (await sheetOf(ana.page, ben)).getByRole('button', { name: 'Follow Ben' }).click()
  await isLearned
  await ana.page.keyboard.press('Escape')
  await expect(star(ana.page, ben)).toHaveCount(1)
  await expect(star(cyd.page, ben)).toHaveCount(0)
  await becomeAvailable(cyd)
  await becomeAvailable(ben)
  await Promise.all(
    [ana.page, tab].map(page => expect(toast(page, 'Ben is now available in Choir')).toBeVisible()),
  )
  for (const page of [ana.page, tab]) {
    await expect(toast(page, 'Cyd is now available')).toHaveCount(0)
    await expect(badge(page)).toHaveText('5')
  }
  for (const page of [ana.page, tab]) {
    await page.reload()
    await expect(badge(page)).toHaveText('5')
  }
  await expect(star(ana.page, ben)).toHaveCount(1)
  await expect(star(ana.page, cyd)).toHaveCount(0)
  await bell(ana.page).click()
  await expect(statusItems(ana.page)).toHaveText([/Ben/, /Ben/])
  await ana.page.keyboard.press('Escape')

  // When the rule is 'All members' again, the hidden notifications come back as read.
  await choose(ana.page, 'All members')
  for (const page of [ana.page, tab]) await expect(badge(page)).toHaveText('4')
  await bell(ana.page).click()
  // From three on, they share a row.
  await expect(statusItems(ana.page)).toHaveCount(0)
  await dialog(ana.page, 'Notifications')
    .getByRole('button', { name: /Ben and Cyd .*available in Choir/ })
    .click()
  await expect(statusItems(ana.page)).toHaveText([/Ben and Cyd/, /Ben/, /Cyd/, /Ben/])
  await ana.page.keyboard.press('Escape')
  await becomeAvailable(cyd)
  await Promise.all(
    [ana.page, tab].map(page => expect(toast(page, 'Cyd is now available in Choir')).toBeVisible()),
  )
  for (const page of [ana.page, tab]) await expect(badge(page)).toHaveText('5')
})

test('the pill says the rule, and the menu is used by keyboard', async ({ ana, choir }) => {
  const page = await withoutPointer(ana.page)
  await page.goto(`/groups/${choir.id}`)
  await expect(alerts(page)).toHaveAccessibleName('Alerts All')
  await press(page, alerts(page), 'ArrowDown')
  await expect(rule(page, 'All members')).toBeFocused()
  await expect(rule(page, 'All members')).toBeChecked()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Tell me when…' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(rule(page, 'None')).toBeFocused()
  await expect(rule(page, 'None')).toHaveAccessibleDescription(
    "No alerts when people become available. You'll still hear who joins.",
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(alerts(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(alerts(page)).toHaveAccessibleName('Alerts Followed')
  await expect(alerts(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.reload()
  await expect(alerts(page)).toHaveAccessibleName('Alerts Followed')
})

test('a tap elsewhere closes the menu and changes nothing', async ({ ana, choir }) => {
  await ana.page.goto(`/groups/${choir.id}`)
  await alerts(ana.page).click()
  await ana.page.getByRole('heading', { level: 1 }).click()
  await expect(ana.page.getByRole('menu')).toHaveCount(0)
  await alerts(ana.page).click()
  await expect(rule(ana.page, 'All members')).toBeChecked()
  await alerts(ana.page).click()
  await expect(ana.page.getByRole('menu')).toHaveCount(0)
})

test('a change that fails is undone, and a toast says why', async ({ ana, choir }) => {
  await ana.page.goto(`/groups/${choir.id}`)
  await ana.page.route('**/ringing', route => route.fulfill({ status: 429, json: tooMany }))
  await alerts(ana.page).click()
  await rule(ana.page, 'None').click()
  await expect(toast(ana.page, `Your alerts were not changed: ${tooMany.message}`)).toBeVisible()
  await expect(alerts(ana.page)).toHaveAccessibleName('Alerts All')
})

const tooMany = {
  code: 'too-many-requests',
  params: { reason: 'requests' },
  message: 'Too many requests. Please try again in a moment.',
}

/** Returns '' for a response whose body the browser does not keep. */
async function textOf(response: Response): Promise<string> {
  return response.url().includes('/api/') ? response.text().catch(() => '') : ''
}
