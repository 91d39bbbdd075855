import type { Page } from '@playwright/test'
import { axeViolations } from '../fixtures/axe.ts'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { groupOf, setStatus } from '../fixtures/group.ts'
import { bell, dialog } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const offerText = 'Want to hear this on this computer?'

async function notifyAna(ana: BrowserUser, ben: BrowserUser): Promise<void> {
  const group = await groupOf('Choir', ana, ben)
  await setStatus(ben, group, false)
  await setStatus(ben, group, true)
}

async function openBell(page: Page) {
  await page.goto('/dashboard')
  await bell(page).click()
  const list = dialog(page, 'Notifications')
  await list.getByRole('listitem').first().waitFor()
  return list
}

test('ringing is offered above the notifications once a member has become available, until the user declines', async ({
  ana,
  ben,
}) => {
  const group = await groupOf('Choir', ana, ben)
  await expect((await openBell(ana.page)).getByText(offerText)).toBeHidden()
  await setStatus(ben, group, false)
  await setStatus(ben, group, true)
  const list = await openBell(ana.page)
  await expect(list.getByText(offerText)).toBeVisible()
  await expect(list.getByRole('list')).toHaveCount(1)
  await expect(list.getByRole('listitem').first()).toHaveText(/^Ben is now available in Choir.+ ago$/)
  expect(await axeViolations(ana.page)).toEqual([])

  await list.getByRole('button', { name: 'No, thanks' }).click()
  await expect(list.getByText(offerText)).toBeHidden()
  await expect(list.getByRole('listitem').first().getByRole('button')).toBeFocused()
  const answered = ana.page.waitForResponse('**/api/devices')
  await openBell(ana.page)
  await answered
  await expect(list.getByText(offerText)).toBeHidden()
})

test('the offer leads to the page “Alerts & devices”', async ({ ana, ben }) => {
  await notifyAna(ana, ben)
  const list = await openBell(ana.page)
  await list.getByRole('link', { name: 'Alerts on this computer' }).click()
  await expect(ana.page).toHaveURL('/profile/alerts')
  await expect(list).toBeHidden()
  await expect(ana.page.getByRole('heading', { name: 'Alerts & devices' })).toBeFocused()
  await expect((await openBell(ana.page)).getByText(offerText)).toBeHidden()
})

test('a phone is offered to ring, and not a computer', async ({ member, ben }) => {
  const userAgent =
    'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'
  const ana = await member('Ana', { userAgent })
  await notifyAna(ana, ben)
  const list = await openBell(ana.page)
  await expect(list.getByText('Want this on your phone?')).toBeVisible()
  await expect(list.getByRole('link', { name: 'Make this phone ring' })).toBeVisible()
})

test('the app can be installed from the offer if the browser allows this', async ({ ana, ben }) => {
  await notifyAna(ana, ben)
  const list = await openBell(ana.page)
  await expect(list.getByText(offerText)).toBeVisible()
  await expect(list.getByRole('button', { name: 'Install the app' })).toBeHidden()
  const isPrevented = await ana.page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    Object.assign(event, { prompt: async () => void Object.assign(window, { isAsked: true }) })
    window.dispatchEvent(event)
    return event.defaultPrevented
  })
  expect(isPrevented).toBe(true)
  await list.getByRole('button', { name: 'Install the app' }).click()
  expect(await ana.page.evaluate(() => 'isAsked' in window)).toBe(true)
  await list.getByRole('button', { name: 'No, thanks' }).click()
  // Now that the user has declined, the browser may offer the installation itself.
  expect(
    await ana.page.evaluate(() => {
      const event = new Event('beforeinstallprompt', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }),
  ).toBe(false)
})

const publicKey = 'BBMJz'
const device = {
  ...{ id: 'AbCdEfGh1234', name: 'Firefox on Android', createdAt: new Date().toISOString() },
  ...{ rungAt: null, isConfirmed: true, isThisBrowser: false },
}

test('ringing is not offered if the operator has switched it off, a device rings already, or the browser cannot ring', async ({
  ana,
  ben,
}) => {
  await notifyAna(ana, ben)
  for (const answer of [
    { publicKey: null, devices: [] },
    { publicKey, devices: [device] },
  ]) {
    await ana.page.route('**/api/devices', route => route.fulfill({ json: answer }))
    const answered = ana.page.waitForResponse('**/api/devices')
    const list = await openBell(ana.page)
    await answered
    await expect(list.getByText(offerText)).toBeHidden()
    await ana.page.unroute('**/api/devices')
  }
  for (const script of [
    "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })",
    'delete window.PushManager',
  ]) {
    const page = await ana.context.newPage()
    await page.addInitScript(script)
    const list = await openBell(page)
    await expect(list.getByText('Ben is now available in Choir')).toBeVisible()
    await expect(list.getByText(offerText)).toBeHidden()
  }
})
