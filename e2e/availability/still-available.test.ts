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
  for (const { page } of [ana, ben, cyd]) expect(await axeViolations(page)).toEqual([])

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
  await expect(settings(ben.page).getByLabel('Ask again after')).toHaveValue('4 hours')
  await expect(settings(ben.page).getByLabel('Ask again after')).not.toBeEditable()
  await ben.page.keyboard.press('Escape')
  await ben.page.getByRole('button', { name: 'What rings here' }).click()
  const own = dialog(ben.page, 'What rings here').getByLabel('Ask me again after')
  await expect(own.getByRole('option')).toHaveText(['4 hours, as everybody here', '1 hour', '2 hours'])
})

test('members choose by keyboard when they are asked, and their other devices show the choice', async ({
  ben,
  choir,
  onAnotherDevice,
}) => {
  const page = await withoutPointer(ben.page)
  const other = await onAnotherDevice(ben)
  for (const one of [page, other.page]) {
    await one.goto(`/groups/${choir.id}`)
    await press(one, one.getByRole('button', { name: 'What rings here' }))
  }
  const rings = dialog(page, 'What rings here')
  await tabTo(page, rings.getByLabel('Ask me again after'))
  await page.keyboard.press('ArrowDown')
  await expect(rings.getByLabel('Ask me again after')).toHaveValue('60')
  await press(page, rings.getByRole('switch', { name: /^End it/ }), 'Space')
  await expect(rings.getByRole('switch', { name: /^End it/ })).toBeChecked()
  await press(page, rings.getByRole('switch', { name: 'Ask me at' }), 'Space')
  const form = rings.getByRole('form', { name: 'Ask me at' })
  await expect(form.getByLabel('Time', { exact: true })).toHaveValue('18:00')
  await press(page, form.getByRole('checkbox', { name: 'Friday' }), 'Space')
  await press(page, form.getByRole('button', { name: 'Save' }))
  await expect(form.getByText('Your times are saved.')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(await ben.api.ok(readQuestionSettings, { params: { groupId: choir.id } })).toEqual({
    askingInterval: 60,
    endsUnanswered: true,
    prompt: { days: [1, 2, 3, 4], time: '18:00', until: '22:00', timeZone },
  })
  const elsewhere = dialog(other.page, 'What rings here')
  await expect(elsewhere.getByLabel('Ask me again after')).toHaveValue('60')
  await expect(elsewhere.getByRole('checkbox', { name: 'Friday' })).not.toBeChecked()
  await elsewhere.getByRole('switch', { name: 'Ask me at' }).click()
  await expect(form).toHaveCount(0)
})

for (const [locale, words] of [
  ['de', ['Noch verfügbar?', 'nicht bestätigt seit', '2 verfügbar, 2 nicht bestätigt']],
  ['ar', ['هل ما زلت متاحًا؟', 'بلا تأكيد منذ', '2 متاح، 2 بلا تأكيد']],
] as const)
  test(`the question is asked in the language ${locale}`, async ({ ana, ben, server, onAnotherDevice }) => {
    const group = await groupOf('Choir', ana, ben)
    await ana.page.goto(`/groups/${group.id}`)
    await askAfter(ana, '1 hour')
    const { page } = await onAnotherDevice(ben, { locale })
    await page.goto(`/groups/${group.id}`)
    await page.getByRole('switch').waitFor()
    await server.advance(hourMs + 60_000)
    for (const text of words) await expect(page.getByText(text).first()).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
  })
