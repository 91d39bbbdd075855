import { setRingingRule } from '@grouplight/contract/ringing.ts'
import { addWatch, listWatches } from '@grouplight/contract/watch.ts'
import type { Page } from '@playwright/test'
import { groupOf, setStatus } from '../fixtures/group.ts'
import { badge, bell, dialog, switchOf, toast } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const number = (page: Page) => page.getByRole('button', { name: /\d available/ })
const sheet = (page: Page) => dialog(page, 'Tell me when')
const count = (page: Page) => sheet(page).getByLabel('Others available', { exact: true })
const end = (page: Page) => sheet(page).getByLabel('Until')
const tellMe = (page: Page) => sheet(page).getByRole('button', { name: 'Tell me' })
const waiting = (page: Page) => sheet(page).getByRole('listitem')

test('a user is told once that a member is available, even if nothing rings in the group', {
  tag: '@main',
}, async ({ ana, ben, choir }) => {
  await setStatus(ben, choir, false)
  const params = { groupId: choir.id }
  await ana.api.ok(setRingingRule, { params, body: { rule: 'none' } })
  await ana.api.ok(addWatch, { params, body: { memberId: ben.api.userId, forMinutes: 60 } })
  await ana.gotoLive(`/groups/${choir.id}`)
  const tab = await ana.context.newPage()
  await tab.goto('/dashboard')
  await ben.gotoLive(`/groups/${choir.id}`)
  await number(ana.page).click()
  await expect(waiting(ana.page)).toHaveText(/^Ben is available.*until (tomorrow, )?\d/)
  const before = Number(await badge(ana.page).textContent())

  // Ben cannot see Ana's watch.
  expect((await ben.api.ok(listWatches, { params })).watches).toEqual([])
  await switchOf(ben.page, choir).click()
  await Promise.all(
    [ana.page, tab].map(page => expect(toast(page, 'Ben is now available in Choir')).toBeVisible()),
  )
  await expect(waiting(ana.page)).toHaveCount(0)
  for (const page of [ana.page, tab]) await expect(badge(page)).toHaveText(String(before + 1))

  // A watch is fulfilled only once. When Ben becomes Available again, Ana gets no notification.
  await switchOf(ben.page, choir).click()
  await expect(switchOf(ben.page, choir)).not.toBeChecked()
  await switchOf(ben.page, choir).click()
  await ana.page.keyboard.press('Escape')
  await bell(ana.page).click()
  await expect(
    dialog(ana.page, 'Notifications')
      .getByRole('listitem')
      .filter({ hasText: 'Ben is now available in Choir' }),
  ).toHaveCount(1)
  await expect(badge(ana.page)).toHaveText(String(before + 1))
})

test('the alerts menu leads to the sheet of the number, and the focus comes back', async ({ ana, choir }) => {
  await ana.page.goto(`/groups/${choir.id}`)
  const alerts = ana.page.getByRole('button', { name: 'Alerts All' })
  await alerts.click()
  await ana.page.getByRole('menuitem', { name: 'Tell me when…' }).click()
  await expect(sheet(ana.page)).toBeVisible()
  await ana.page.keyboard.press('Escape')
  await expect(alerts).toBeFocused()
})

test('a user is told once that a chosen number of other members is available', async ({ ana, ben, cyd }) => {
  const group = await groupOf('Choir', ana, ben, cyd)
  await setStatus(ben, group, false)
  await setStatus(cyd, group, false)
  await ana.gotoLive(`/groups/${group.id}`)
  await number(ana.page).click()
  await expect(count(ana.page)).toHaveValue('1')
  await count(ana.page).fill('2')
  await end(ana.page).selectOption('In 1 hour')
  await tellMe(ana.page).click()
  await expect(waiting(ana.page)).toContainText('2 other members are available')
  await setStatus(ben, group, true)
  await expect(toast(ana.page, 'Ben is now available in Choir')).toBeVisible()
  await expect(waiting(ana.page)).toHaveCount(1)
  await setStatus(cyd, group, true)
  await expect(toast(ana.page, '2 others are now available in Choir')).toBeVisible()
  await expect(waiting(ana.page)).toHaveCount(0)
  await ana.page.keyboard.press('Escape')
  await bell(ana.page).click()
  await expect(
    dialog(ana.page, 'Notifications').getByRole('button', { name: '2 others are now available in Choir' }),
  ).toBeVisible()
})

test('when all others are available, there is nothing to wait for, and a number that was just reached is no error', async ({
  ana,
  ben,
  choir,
}) => {
  await ana.gotoLive(`/groups/${choir.id}`)
  await number(ana.page).click()
  await expect(sheet(ana.page).getByRole('status')).toHaveText('Everybody else is available now.')
  await expect(tellMe(ana.page)).toHaveCount(0)
  await setStatus(ben, choir, false)
  const fulfilled = { code: 'watch-fulfilled', message: '' }
  await ana.page.route('**/watches', route => route.fulfill({ status: 409, json: fulfilled }))
  await tellMe(ana.page).click()
  await expect(sheet(ana.page).getByRole('status')).toHaveText('That many are available now.')
  await expect(sheet(ana.page).getByRole('alert')).toHaveCount(0)
})

test('an identical watch is not added a second time, and a removed watch disappears on all devices of the user', async ({
  ana,
  ben,
  choir,
  onAnotherDevice,
}) => {
  await setStatus(ben, choir, false)
  await ana.gotoLive(`/groups/${choir.id}`)
  await number(ana.page).click()
  await end(ana.page).selectOption('In 24 hours')
  await tellMe(ana.page).click()
  await expect(waiting(ana.page)).toContainText('until tomorrow')
  const other = await onAnotherDevice(ana)
  await other.gotoLive(`/groups/${choir.id}`)
  await number(other.page).click()
  await expect(waiting(other.page)).toContainText('until tomorrow')
  await end(ana.page).selectOption('In 1 hour')
  await tellMe(ana.page).click()
  for (const { page } of [ana, other]) {
    await expect(waiting(page)).toHaveCount(1)
    await expect(waiting(page)).toContainText(/until (tomorrow, )?\d/)
  }
  await sheet(other.page).getByRole('button', { name: 'Remove 1 other member is available' }).click()
  for (const { page } of [ana, other]) await expect(waiting(page)).toHaveCount(0)
})

test('a watch that has ended elsewhere disappears when the user removes it', async ({ ana, ben, choir }) => {
  await setStatus(ben, choir, false)
  const params = { groupId: choir.id }
  await ana.api.ok(addWatch, { params, body: { needed: 1, forMinutes: 60 } })
  await ana.page.goto(`/groups/${choir.id}`)
  await number(ana.page).click()
  await expect(waiting(ana.page)).toHaveCount(1)
  const gone = { code: 'watch-not-found', message: '' }
  await ana.page.route('**/api/watches/*', route => route.fulfill({ status: 404, json: gone }))
  await ana.page.route('**/watches', route => route.fulfill({ json: { watches: [] } }))
  await sheet(ana.page)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(waiting(ana.page)).toHaveCount(0)
})
