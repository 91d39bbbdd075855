import type { Page } from '@playwright/test'
import { groupOf, setStatus } from '../fixtures/group.ts'
import { press, tabTo, withoutPointer } from '../fixtures/keyboard.ts'
import { cardOf, dialog, rowOf, switchOf, toast } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const button = (page: Page) => page.getByRole('button', { name: 'All groups', exact: true })
const sheet = (page: Page) => dialog(page, 'All groups')
const available = (page: Page) => sheet(page).getByRole('button', { name: 'Available', exact: true })
const unavailable = (page: Page) => sheet(page).getByRole('button', { name: 'Unavailable in all' })
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })

test('one request makes a member available in several groups, and Undo skips a group in which the availability has changed since', {
  tag: '@main',
}, async ({ ana, ben, cyd, onAnotherDevice }) => {
  const choir = await groupOf('Choir', ana, ben)
  const band = await groupOf('Band', ana, cyd)
  const chess = await groupOf('Chess', ana, cyd)
  for (const group of [choir, band, chess]) await setStatus(ana, group, false)
  const phone = await onAnotherDevice(ana)
  await ben.gotoLive(`/groups/${choir.id}`)
  await cyd.gotoLive('/dashboard')
  await phone.gotoLive('/dashboard')
  await ana.gotoLive('/dashboard')
  await button(ana.page).click()
  await sheet(ana.page).getByRole('checkbox', { name: 'Chess' }).uncheck()
  await sheet(ana.page).getByLabel('Ends').selectOption('1 hour')
  const requests: string[] = []
  ana.page.on('request', request => request.method() === 'PUT' && requests.push(request.url()))
  await available(ana.page).click()
  // Toasts disappear after some seconds. Therefore they are looked for first, on all pages at the same time.
  await Promise.all([
    expect(toast(ana.page, 'Available in 2 groups')).toBeVisible(),
    expect(toast(ben.page, 'Ana is now available in Choir')).toBeVisible(),
    expect(toast(cyd.page, 'Ana is now available in Band')).toBeVisible(),
  ])
  expect(requests).toHaveLength(1)
  for (const page of [ana.page, phone.page]) {
    for (const group of [choir, band]) {
      await expect(switchOf(page, group)).toBeChecked()
      await expect(cardOf(page, group).getByRole('button', { name: /^Until/ })).toBeVisible()
    }
    await expect(switchOf(page, chess)).not.toBeChecked()
  }
  await expect(rowOf(ben.page, ana)).toContainText('until')

  await switchOf(phone.page, band).click()
  await switchOf(phone.page, band).click()
  await expect(cardOf(ana.page, band).getByRole('button', { name: 'Until…' })).toBeVisible()
  requests.length = 0
  await undo(ana.page).click()
  await expect(toast(ana.page, 'Undone, except in Band')).toBeVisible()
  expect(requests).toHaveLength(1)
  for (const page of [ana.page, phone.page]) {
    await expect(switchOf(page, choir)).not.toBeChecked()
    await expect(switchOf(page, band)).toBeChecked()
  }
  await expect(rowOf(ben.page, ana)).toContainText('Unavailable')
})

test('a member becomes unavailable in all groups by keyboard, and undoing restores ends and notes', async ({
  ana,
  ben,
}) => {
  const choir = await groupOf('Choir', ana, ben)
  const band = await groupOf('Band', ana)
  await setStatus(ana, band, false)
  const page = await withoutPointer(ana.page)
  await page.goto(`/groups/${choir.id}`)
  await press(page, page.getByRole('button', { name: 'Until…' }))
  await tabTo(page, page.getByLabel('What for'))
  await page.keyboard.type('Chess')
  await press(page, page.getByRole('button', { name: '1 hour' }))
  await expect(page.getByRole('button', { name: /^Until .+/ })).toBeVisible()
  await ben.gotoLive(`/groups/${choir.id}`)
  await expect(rowOf(ben.page, ana)).toContainText('Chess')

  await page.goto('/dashboard')
  await press(page, button(page))
  await press(page, unavailable(page))
  await expect(toast(page, 'Unavailable in all groups')).toBeVisible()
  await expect(button(page)).toBeFocused()
  await expect(rowOf(ben.page, ana)).toContainText('Unavailable')
  await press(page, undo(page))
  await expect(toast(page, 'Undone.')).toBeVisible()
  await expect(switchOf(page, choir)).toBeChecked()
  await expect(switchOf(page, band)).not.toBeChecked()
  await expect(rowOf(ben.page, ana)).toContainText('Chess')
  await expect(rowOf(ben.page, ana)).toContainText('until')
})

test('without a chosen group or time, the form shows an error, and a member of only one group sees no button All groups', async ({
  ana,
}) => {
  await groupOf('Choir', ana)
  await ana.gotoLive('/dashboard')
  await expect(ana.page.getByRole('button', { name: 'New Group' })).toBeVisible()
  await expect(button(ana.page)).toHaveCount(0)
  await groupOf('Band', ana)
  await button(ana.page).click()
  await expect(sheet(ana.page).getByRole('checkbox')).toHaveCount(2)
  for (const box of await sheet(ana.page).getByRole('checkbox').all()) await box.uncheck()
  await available(ana.page).click()
  await expect(sheet(ana.page).getByRole('alert')).toHaveText('Please choose a group.')
  await expect(sheet(ana.page).getByRole('checkbox').first()).toBeFocused()
  await sheet(ana.page).getByLabel('Ends').selectOption('A time…')
  await sheet(ana.page).getByRole('checkbox', { name: 'Band' }).check()
  await sheet(ana.page).getByLabel('Time').fill('')
  await available(ana.page).click()
  await expect(sheet(ana.page).getByRole('alert')).toHaveText('Please choose a time within the next 7 days.')
})
