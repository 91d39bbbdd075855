import { leaveGroup } from '@grouplight/contract/group.ts'
import type { Locator, Page, Response } from '@playwright/test'
import { groupOf, setStatus } from '../fixtures/group.ts'
import { press, withoutPointer } from '../fixtures/keyboard.ts'
import { badge, bell, dialog, rowOf, toast } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const ringing = (page: Page) => page.getByRole('button', { name: 'What rings here', exact: true })
const star = (page: Page, { name }: { name: string }) => page.getByRole('button', { name: `Follow ${name}` })
const rule = (page: Page, name: string) =>
  dialog(page, 'What rings here').getByRole('radio', { name, exact: true })

async function choose(page: Page, name: string): Promise<void> {
  await ringing(page).click()
  const saved = page.waitForResponse(response => /\/ringing$/.test(response.url()) && response.ok())
  await rule(page, name).check()
  await saved
  await page.keyboard.press('Escape')
  await expect(ringing(page)).toBeFocused()
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

  await choose(ana.page, 'Nothing')
  await becomeAvailable(ben)
  await expect(toast(cyd.page, 'Ben is now available in Choir')).toBeVisible()
  await expect(rowOf(ana.page, ben).getByText('Available', { exact: true })).toBeVisible()
  for (const page of [ana.page, tab]) {
    await expect(toast(page, 'Ben is now available')).toHaveCount(0)
    await expect(badge(page)).toHaveText('4')
  }

  await choose(ana.page, 'Only members I follow')
  await expect(star(ana.page, ana)).toHaveCount(0)
  await expect(star(ana.page, ben)).toHaveAttribute('aria-pressed', 'false')
  const follows = `"follows":["${ben.api.userId}"]`
  const isLearned = tab.waitForResponse(async response => (await textOf(response)).includes(follows))
  await star(ana.page, ben).click()
  await expect(star(ana.page, ben)).toHaveAttribute('aria-pressed', 'true')
  await isLearned
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
  await expect(star(ana.page, ben)).toHaveAttribute('aria-pressed', 'true')
  await expect(star(ana.page, cyd)).toHaveAttribute('aria-pressed', 'false')
  await bell(ana.page).click()
  await expect(statusItems(ana.page)).toHaveText([/Ben/, /Ben/])
  await ana.page.keyboard.press('Escape')

  // When the rule is 'Everything' again, the hidden notifications come back as read.
  await choose(ana.page, 'Everything')
  await expect(star(ana.page, ben)).toHaveCount(0)
  for (const page of [ana.page, tab]) await expect(badge(page)).toHaveText('4')
  await bell(ana.page).click()
  await expect(statusItems(ana.page)).toHaveText([/Ben/, /Cyd/, /Ben/])
  await ana.page.keyboard.press('Escape')
  await becomeAvailable(cyd)
  await Promise.all(
    [ana.page, tab].map(page => expect(toast(page, 'Cyd is now available in Choir')).toBeVisible()),
  )
  for (const page of [ana.page, tab]) await expect(badge(page)).toHaveText('5')
})

test('a creator with the rule “Nothing” is notified when a member leaves', async ({ ana, ben, choir }) => {
  await ana.page.goto(`/groups/${choir.id}`)
  await expect(badge(ana.page)).toHaveText('3')
  await choose(ana.page, 'Nothing')
  await ben.api.ok(leaveGroup, { params: { groupId: choir.id } })
  await expect(badge(ana.page)).toHaveText('4')
})

test('the rule and the stars can be changed by keyboard', async ({ ana, ben, choir }) => {
  const page = await withoutPointer(ana.page)
  await page.goto(`/groups/${choir.id}`)
  await press(page, ringing(page))
  await expect(rule(page, 'Everything')).toBeChecked()
  await expect(rule(page, 'Everything')).toHaveAccessibleDescription(
    'You hear whenever another member becomes available.',
  )
  await press(page, rule(page, 'Everything'), 'ArrowDown')
  await expect(rule(page, 'Only members I follow')).toBeFocused()
  await expect(rule(page, 'Only members I follow')).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(ringing(page)).toBeFocused()
  await press(page, star(page, ben), 'Space')
  await expect(star(page, ben)).toHaveAttribute('aria-pressed', 'true')
  await expect(star(page, ben)).toBeFocused()
  await page.reload()
  await expect(star(page, ben)).toHaveAttribute('aria-pressed', 'true')
})

test('a change that fails is undone, and a toast says why', async ({ ana, choir }) => {
  await ana.page.goto(`/groups/${choir.id}`)
  await ana.page.route('**/ringing', route => route.fulfill({ status: 429, json: tooMany }))
  await ringing(ana.page).click()
  await rule(ana.page, 'Nothing').click()
  await expect(toast(ana.page, `Failed to change what rings: ${tooMany.message}`)).toBeVisible()
  await expect(rule(ana.page, 'Everything')).toBeChecked()
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
