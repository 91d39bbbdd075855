import { setAvailability } from '@grouplight/contract/availability.ts'
import { readGroup } from '@grouplight/contract/group.ts'
import type { Locator, Page } from '@playwright/test'
import { hourMs } from '../../server/src/platform/clock.ts'
import { axeViolations } from '../fixtures/axe.ts'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { setStatus } from '../fixtures/group.ts'
import { press, tabTo, withoutPointer } from '../fixtures/keyboard.ts'
import { bell, cardOf, dialog, rowOf, switchOf, toast } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const end = (page: Page | Locator) => page.getByRole('button', { name: /^Until( .+|…)$/ })
const menu = (page: Page) => dialog(page, 'Until when?')
const choice = (page: Page, name: string) => menu(page).getByRole('button', { name, exact: true })
const ends = (page: Page) => menu(page).getByRole('group', { name: 'Until when?' })
const note = (page: Page) => menu(page).getByLabel('What for')
const routine = (page: Page) => page.getByRole('button', { name: 'My routine here' })
const usualEnd = (page: Page) => dialog(page, 'My routine here').getByLabel('Always end after')

/** Returns the minutes from now to the shown end of a member's availability, rounded up to five, because time has passed since. */
async function minutesLeft(page: Page, member: BrowserUser): Promise<number> {
  const until = rowOf(page, member).locator('time', { hasText: 'until' })
  const leftMs = Date.parse((await until.getAttribute('datetime')) ?? '') - Date.now()
  return Math.ceil(leftMs / 300_000) * 5
}

test('a member becomes available for an hour, and the others see until when and what for', {
  tag: '@main',
}, async ({ ana, ben, choir, onAnotherDevice }) => {
  await setStatus(ben, choir, false)
  const phone = await onAnotherDevice(ben)
  await ana.gotoLive(`/groups/${choir.id}`)
  await phone.gotoLive('/dashboard')
  await ben.gotoLive(`/groups/${choir.id}`)
  await expect(end(ben.page)).toHaveText('Until…')
  await end(ben.page).click()
  await note(ben.page).fill('  Chess, anyone? ')
  await choice(ben.page, '1 hour').click()
  await expect(switchOf(ben.page, choir)).toBeChecked()

  await expect(toast(ana.page, 'Ben is now available in Choir')).toHaveCount(1)
  await expect(rowOf(ana.page, ben)).toContainText('Chess, anyone?')
  await expect.poll(() => minutesLeft(ana.page, ben)).toBe(60)
  for (const page of [ben.page, phone.page]) await expect(end(page)).toHaveText(/^Until (\w+ )?\d?\d:\d\d/)

  // A change of the end keeps the note, and a change of the note keeps the end. Neither notifies anybody.
  const since = await rowOf(ana.page, ben).locator('time').first().getAttribute('datetime')
  await end(phone.page).click()
  await expect(note(phone.page)).toHaveValue('Chess, anyone?')
  await choice(phone.page, '2 hours').click()
  await expect.poll(() => minutesLeft(ana.page, ben)).toBe(120)
  await end(ben.page).click()
  await expect(ends(ben.page).getByRole('button').first()).toHaveText('1 hour')
  await expect(ends(ben.page).getByRole('button', { pressed: true })).toHaveText('A time…')
  await note(ben.page).fill('Go')
  await menu(ben.page).getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(ana.page, ben)).toContainText('Go')
  await expect.poll(() => minutesLeft(ana.page, ben)).toBe(120)
  await expect(rowOf(ana.page, ben).locator('time').first()).toHaveAttribute('datetime', since ?? '')
  // The first toast may have disappeared already.
  expect(await toast(ana.page, 'Ben').count()).toBeLessThanOrEqual(1)

  await switchOf(ben.page, choir).click()
  await expect(rowOf(ana.page, ben)).toContainText('Unavailable')
  await expect(rowOf(ana.page, ben)).not.toContainText(/until|Go/)
  await switchOf(ben.page, choir).click()
  await expect(rowOf(ana.page, ben)).not.toContainText('Unavailable')
  await expect(rowOf(ana.page, ben)).not.toContainText(/until|Go/)
  for (const page of [ben.page, phone.page]) await expect(end(page)).toHaveText('Until…')
})

test('a latest note and an end are given in three taps, in either order', async ({ ana, ben, choir }) => {
  await ana.gotoLive(`/groups/${choir.id}`)
  await ben.gotoLive(`/groups/${choir.id}`)
  await end(ben.page).click()
  await note(ben.page).fill('Chess')
  await choice(ben.page, '1 hour').click()
  await expect(rowOf(ana.page, ben)).toContainText('Chess')

  for (const taps of [
    ['Chess', '2 hours'],
    ['2 hours', 'Chess'],
  ]) {
    await switchOf(ben.page, choir).click()
    await expect(rowOf(ana.page, ben)).toContainText('Unavailable')
    await end(ben.page).click()
    for (const name of taps) await choice(ben.page, name).click()
    await expect(menu(ben.page)).toHaveCount(0)
    await expect(rowOf(ana.page, ben)).toContainText('Chess')
    await expect.poll(() => minutesLeft(ana.page, ben)).toBe(120)
  }

  // Without a note, the end counts at once.
  await switchOf(ben.page, choir).click()
  await end(ben.page).click()
  await choice(ben.page, 'End of today').click()
  await expect(choice(ben.page, 'End of today')).toHaveAttribute('aria-pressed', 'true')
  await expect(rowOf(ana.page, ben)).toContainText('until midnight')
  await menu(ben.page).getByRole('button', { name: 'Done' }).click()
  await expect(end(ben.page)).toHaveText('Until midnight')
})

test('at the sign-out the browser deletes the notes that were typed', async ({ ana, choir }) => {
  await ana.page.goto(`/groups/${choir.id}`)
  await end(ana.page).click()
  await note(ana.page).fill('Chess')
  await choice(ana.page, '2 hours').click()
  await expect(rowOf(ana.page, ana)).toContainText('Chess')
  await ana.page.goto('/profile')
  await ana.page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await ana.page.waitForURL('/login')
  expect(await ana.page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Chess')
})

test('the end of a member’s availability shows for all members, causes no toast for the others, and notifies the member', async ({
  ana,
  ben,
  choir,
  server,
}) => {
  await setStatus(ana, choir, false)
  await ana.gotoLive('/dashboard')
  await ben.gotoLive(`/groups/${choir.id}`)
  const until = new Date(Date.now() + 60_000).toISOString()
  const params = { groupId: choir.id, userId: ana.api.userId }
  await ana.api.ok(setAvailability, { params, body: { status: true, until, note: 'Chess' } })
  await expect(rowOf(ben.page, ana)).toContainText('Chess')
  await expect(switchOf(ana.page, choir)).toBeChecked()
  await server.advance(61_000)
  await expect(switchOf(ana.page, choir)).not.toBeChecked()
  await expect(rowOf(ben.page, ana)).toContainText('Unavailable')
  await expect(rowOf(ben.page, ana)).not.toContainText('Chess')
  await expect(rowOf(ben.page, ana).locator('time')).toHaveAttribute('datetime', until)
  await expect(end(cardOf(ana.page, choir))).toHaveText('Until…')
  await expect(toast(ben.page, /ended|Unavailable/)).toHaveCount(0)

  await bell(ana.page).click()
  const ended = dialog(ana.page, 'Notifications').getByRole('button', {
    name: 'Your availability in Choir has ended',
  })
  await expect(ended).toBeVisible()
  await ana.page.keyboard.press('Escape')
  await switchOf(ana.page, choir).click()
  await bell(ana.page).click()
  await expect(ended).toHaveCount(0)
})

test('an end and a note can be chosen by keyboard, and the focus returns', async ({ ana, ben, choir }) => {
  await setStatus(ana, choir, false)
  const page = await withoutPointer(ana.page)
  await page.goto(`/groups/${choir.id}`)
  await press(page, end(page))
  await expect(choice(page, '30 minutes')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu(page)).toHaveCount(0)
  await expect(end(page)).toBeFocused()

  await page.keyboard.press('Space')
  await tabTo(page, note(page))
  await page.keyboard.type('x'.repeat(61))
  await page.keyboard.press('Enter')
  await expect(menu(page).getByRole('alert')).toHaveText('What for must be at most 60 characters long.')
  await expect(note(page)).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(menu(page).getByRole('alert')).toHaveCount(0)
  await press(page, choice(page, '1 hour'))
  await expect(switchOf(page, choir)).toBeChecked()
  await expect(end(page)).toHaveText(/^Until/)
  await expect(end(page)).toBeFocused()
  await expect(rowOf(page, ana)).toContainText('x'.repeat(60))

  await press(page, end(page))
  await press(page, choice(page, 'A time…'))
  await expect(menu(page).getByLabel('Time')).toBeFocused()
  expect(await axeViolations(page)).toEqual([])
  await menu(page).getByLabel('Day').press('ArrowDown')
  await press(page, menu(page).getByRole('button', { name: 'Set this time' }))
  await expect(end(page)).toHaveText(/^Until \w+ \d?\d:\d\d/)
  const { members } = await ben.api.ok(readGroup, { params: { groupId: choir.id } })
  const until = members.find(({ userId }) => userId === ana.api.userId)?.until ?? ''
  expect(Date.parse(until)).toBeGreaterThan(Date.now() + 23 * hourMs)
})

for (const hours of [-2, 2]) {
  test(`a duration is right on a phone whose clock is ${hours} hours off`, async ({ ana, ben, choir }) => {
    await setStatus(ana, choir, false)
    await ben.gotoLive(`/groups/${choir.id}`)
    await ana.page.clock.install({ time: Date.now() + hours * hourMs })
    await ana.page.goto(`/groups/${choir.id}`)
    await end(ana.page).click()
    await choice(ana.page, '1 hour').click()
    await expect(rowOf(ben.page, ana)).toContainText('until')
    expect(await minutesLeft(ben.page, ana)).toBe(60)
    const shown = await rowOf(ben.page, ana).locator('time', { hasText: 'until' }).textContent()
    // Only the clock of the phone may already be on the next day, so one of the texts may have a weekday.
    await expect(end(ana.page)).toContainText(shown?.match(/\d+:\d\d.*$/)?.[0] ?? 'a time')
  })
}

test('a tap on the switch makes a member available with the member’s usual end, and the choice No end removes the end', async ({
  ana,
  choir,
}) => {
  await setStatus(ana, choir, false)
  await ana.page.goto(`/groups/${choir.id}`)
  await routine(ana.page).click()
  const saved = ana.page.waitForResponse('**/usual-end')
  await usualEnd(ana.page).selectOption('4 hours')
  await saved
  await ana.page.keyboard.press('Escape')
  // The page shows a change before the server has answered. The test waits for the response, because a reload would cancel the
  // request.
  const switched = ana.page.waitForResponse('**/availability')
  await switchOf(ana.page, choir).click()
  await expect(end(ana.page)).toHaveText(/^Until/)
  await switched
  await ana.page.reload()
  await expect(end(ana.page)).toHaveText(/^Until/)
  await routine(ana.page).click()
  await expect(usualEnd(ana.page)).toHaveValue('240')
  await ana.page.keyboard.press('Escape')
  await end(ana.page).click()
  const chosen = ana.page.waitForResponse('**/availability')
  await choice(ana.page, 'No end').click()
  await expect(end(ana.page)).toHaveText('Until…')
  await chosen
  await ana.page.reload()
  await expect(end(ana.page)).toHaveText('Until…')
})
