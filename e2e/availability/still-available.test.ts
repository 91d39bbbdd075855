import { readQuestionSettings } from '@grouplight/contract/question.ts'
import type { Page } from '@playwright/test'
import { axeViolations } from '../fixtures/axe.ts'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { groupOf, setStatus } from '../fixtures/group.ts'
import { press, tabTo, withoutPointer } from '../fixtures/keyboard.ts'
import { cardOf, dialog, rowOf, switchOf, toast } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const hourMs = 3_600_000
const question = (page: Page) => page.getByRole('region', { name: 'Still available?' })
const answer = (page: Page, name: string) => question(page).getByRole('button', { name, exact: true })
const settings = (page: Page) => dialog(page, 'Group Settings')
const routineButton = (page: Page) => page.getByRole('button', { name: 'My routine here' })
const routine = (page: Page) => dialog(page, 'My routine here')
const askAgain = (page: Page) => routine(page).getByLabel('Ask me again')

async function askAfter({ page }: BrowserUser, interval: string): Promise<void> {
  await page.getByRole('button', { name: 'Group Settings' }).click()
  const saved = page.waitForResponse(response => /asking-interval$/.test(response.url()) && response.ok())
  await settings(page).getByLabel('Ask again after').selectOption(interval)
  await saved
  await page.keyboard.press('Escape')
}

test('a member who does not answer the question is shown as not confirmed, until the member answers Yes', {
  tag: '@main',
}, async ({ ana, ben, cyd, server }) => {
  const group = await groupOf('Choir', ana, ben, cyd)
  await setStatus(ana, group, false)
  await setStatus(cyd, group, false)
  await ana.page.goto(`/groups/${group.id}`)
  await ben.page.goto(`/groups/${group.id}`)
  await cyd.page.goto('/dashboard')
  await askAfter(ana, '1 hour')
  await cyd.page.getByText('1 available').waitFor()
  await expect(question(ben.page)).toHaveCount(0)

  await server.advance(hourMs + 60_000)
  await expect(question(ben.page)).toBeVisible()
  await expect(rowOf(ana.page, ben)).toContainText(/not confirmed since \d/)
  await expect(rowOf(ana.page, ben).getByText('Available', { exact: true })).toBeVisible()
  await expect(ana.page.getByText('1 available, 1 not confirmed')).toBeVisible()
  await expect(cardOf(cyd.page, group)).toContainText('1 available, 1 not confirmed')
  await expect(cardOf(cyd.page, group).getByRole('img')).toHaveAccessibleName(/Ben \(not confirmed\)/)
  for (const { page } of [ana, ben]) expect(await axeViolations(page)).toEqual([])

  await answer(ben.page, 'Yes').click()
  await expect(question(ben.page)).toHaveCount(0)
  for (const { page } of [ana, ben, cyd]) await expect(page.getByText('not confirmed')).toHaveCount(0)
  await expect(rowOf(ana.page, ben).getByText('Available', { exact: true })).toBeVisible()
  await expect(toast(ana.page, 'Ben is now available')).toHaveCount(0)
})

test('the question can be answered by keyboard, and “Not any more” makes the user Unavailable', async ({
  ana,
  ben,
  choir,
  server,
}) => {
  const page = await withoutPointer(ben.page)
  await ana.page.goto(`/groups/${choir.id}`)
  await page.goto(`/groups/${choir.id}`)
  await askAfter(ana, '1 hour')
  await server.advance(hourMs + 60_000)
  await press(page, answer(page, 'Not any more'))
  await expect(question(page)).toHaveCount(0)
  await expect(switchOf(page, choir)).not.toBeChecked()
  await expect(rowOf(page, ben)).toBeFocused()
  await expect(rowOf(ana.page, ben).getByText('Unavailable', { exact: true })).toBeVisible()
  await expect(rowOf(ana.page, ben).getByText('not confirmed')).toHaveCount(0)
})

test('all members see the interval after which they are asked again', async ({ ana, ben, choir }) => {
  for (const { page } of [ana, ben]) await page.goto(`/groups/${choir.id}`)
  await askAfter(ana, '4 hours')
  await ben.page.getByRole('button', { name: 'Group Settings' }).click()
  await expect(settings(ben.page).getByRole('definition').filter({ hasText: '4 hours' })).toBeVisible()
  await expect(settings(ben.page).getByLabel('Ask again after')).toHaveCount(0)
  await ben.page.keyboard.press('Escape')
  await expect(settings(ben.page)).toHaveCount(0)
  await routineButton(ben.page).click()
  await expect(askAgain(ben.page).getByRole('option')).toHaveText([
    'As the group: after 4 hours',
    'Ask me after 1 hour',
    'Ask me after 2 hours',
    'End it after 1 hour, unless I answer',
    'End it after 2 hours, unless I answer',
    'End it after 4 hours, unless I answer',
  ])
})

test('members choose their routine by keyboard, and their other devices show it', async ({
  ben,
  choir,
  onAnotherDevice,
}) => {
  const page = await withoutPointer(ben.page)
  const other = await onAnotherDevice(ben)
  for (const one of [page, other.page]) {
    await one.goto(`/groups/${choir.id}`)
    await press(one, routineButton(one))
  }
  await tabTo(page, askAgain(page))
  await page.keyboard.type('End it after 1')
  await expect(askAgain(page)).toHaveValue('end 60')
  await press(page, routine(page).getByRole('switch', { name: 'Ask me at' }), 'Space')
  await press(page, routine(page).getByRole('button', { name: 'Change' }))
  const form = routine(page).getByRole('form', { name: 'Ask me at' })
  await expect(form.getByLabel('Time', { exact: true })).toHaveValue('18:00')
  await tabTo(page, form.getByRole('combobox', { name: 'On these days' }))
  await page.keyboard.type('Other')
  await press(page, form.getByRole('checkbox', { name: 'Friday' }), 'Space')
  await press(page, form.getByRole('button', { name: 'Save' }))
  await expect(routine(page)).toContainText('Mon Tue Wed Thu, 18:00, then until 22:00')
  const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(await ben.api.ok(readQuestionSettings, { params: { groupId: choir.id } })).toEqual({
    askAgain: { afterMinutes: 60, endsUnanswered: true },
    prompt: { days: [1, 2, 3, 4], time: '18:00', until: '22:00', timeZone },
  })
  await expect(askAgain(other.page)).toHaveValue('end 60')
  await expect(routine(other.page)).toContainText('Mon Tue Wed Thu')
  await routine(other.page).getByRole('switch', { name: 'Ask me at' }).click()
  await expect(routine(page).getByRole('button', { name: 'Change' })).toHaveCount(0)
})
