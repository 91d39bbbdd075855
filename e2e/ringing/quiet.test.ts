import { createPersonalHook, removePersonalHook } from '@grouplight/contract/hook.ts'
import { confirmByPassword } from '@grouplight/contract/session.ts'
import type { Page } from '@playwright/test'
import { groupOf } from '../fixtures/group.ts'
import { press, withoutPointer } from '../fixtures/keyboard.ts'
import { Phone } from '../fixtures/phone.ts'
import { bell, dialog } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const ringing = (page: Page) => page.getByRole('region', { name: 'Devices' })
const quietHours = (page: Page) => ringing(page).getByRole('switch', { name: 'Quiet hours' })
const hidesNames = (page: Page) =>
  ringing(page).getByRole('switch', { name: 'Hide names on the lock screen' })
const day = (page: Page, name: string) => ringing(page).getByRole('checkbox', { name })
const save = (page: Page) => ringing(page).getByRole('button', { name: 'Save' })
const saved = (page: Page) => ringing(page).getByText('Your quiet hours are saved.')
const mute = (page: Page, name: string | RegExp) =>
  dialog(page, 'Notifications').getByRole('group', { name: 'Mute' }).getByRole('button', { name })

test('quiet hours and hidden names are saved, and other open pages show them', async ({
  member,
  onAnotherDevice,
  pushService,
}) => {
  const ana = await member('Ana', { serviceWorkers: 'allow', timezoneId: 'Europe/Berlin' })
  const { page } = ana
  await (await Phone.of(ana, pushService)).ring()
  await expect(quietHours(page)).toHaveAttribute('aria-checked', 'false')
  await quietHours(page).click()
  await expect(quietHours(page)).toHaveAttribute('aria-checked', 'true')
  await expect(ringing(page).getByLabel('From')).toHaveValue('22:00')
  await expect(ringing(page).getByLabel('To', { exact: true })).toHaveValue('07:00')
  await expect(ringing(page).getByLabel('Time zone')).toHaveValue('Europe/Berlin')
  const desk = await onAnotherDevice(ana, { timezoneId: 'Asia/Kathmandu' })
  await desk.gotoLive('/profile/alerts')
  await expect(quietHours(desk.page)).toHaveAttribute('aria-checked', 'true')

  await ringing(page).getByLabel('From').fill('21:30')
  await ringing(page).getByLabel('Time zone').selectOption('America/New_York')
  await ringing(page).getByRole('combobox', { name: 'On these days' }).selectOption('Other days…')
  await day(page, 'Saturday').uncheck({ force: true })
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  await hidesNames(page).click()
  await expect(hidesNames(page)).toHaveAttribute('aria-checked', 'true')
  await page.reload()
  for (const shown of [page, desk.page]) {
    await expect(ringing(shown).getByLabel('From')).toHaveValue('21:30')
    await expect(ringing(shown).getByLabel('To', { exact: true })).toHaveValue('07:00')
    await expect(ringing(shown).getByLabel('Time zone')).toHaveValue('America/New_York')
    await expect(day(shown, 'Saturday')).not.toBeChecked()
    await expect(day(shown, 'Sunday')).toBeChecked()
    await expect(hidesNames(shown)).toHaveAttribute('aria-checked', 'true')
  }

  // Quiet hours that are switched off and on again keep their times.
  for (const isOn of ['false', 'true']) {
    await quietHours(page).click()
    await expect(quietHours(page)).toHaveAttribute('aria-checked', isOn)
    await expect(save(page)).toHaveCount(isOn === 'true' ? 1 : 0)
  }
  await expect(ringing(page).getByLabel('From')).toHaveValue('21:30')
})

test('on all open pages, the bell, the alerts menu and the profile show that the devices are muted', async ({
  member,
  onAnotherDevice,
  pushService,
}) => {
  const ana = await member('Ana', { serviceWorkers: 'allow' })
  const group = await groupOf('Choir', ana)
  await (await Phone.of(ana, pushService)).ring()
  await expect(ringing(ana.page).getByText(/^Muted until/)).toHaveCount(0)
  const desk = await onAnotherDevice(ana)
  const page = await withoutPointer(desk.page)
  await page.goto('/dashboard')
  await press(page, bell(page))
  await press(page, mute(page, /^Mute until tomorrow, 7:00/))
  const line = dialog(page, 'Notifications').getByRole('group', { name: 'Mute' })
  await expect(line).toHaveText(/^Muted until tomorrow, 7:00.AMUnmute$/)
  await expect(line).toBeFocused()

  await expect(ringing(ana.page).getByText(/^Muted until tomorrow/)).toBeVisible()
  await page.goto(`/groups/${group.id}`)
  await press(page, page.getByRole('button', { name: 'Alerts All' }))
  const menuItem = page.getByRole('menuitemcheckbox', { name: /^Mute/ })
  await expect(menuItem).toHaveAccessibleName(/^Muted until tomorrow, 7:00/)
  await menuItem.press('Space')
  await expect(menuItem).not.toBeChecked()
  await menuItem.press('Space')
  await expect(menuItem).toBeChecked()
  await expect(menuItem).toBeFocused()
  await page.keyboard.press('Escape')
  await press(page, bell(page))

  await ringing(ana.page).getByRole('button', { name: 'Unmute' }).press('Enter')
  await expect(ringing(ana.page).getByText(/^Muted until/)).toHaveCount(0)
  await expect(ana.page.getByRole('heading', { name: 'Devices', exact: true })).toBeFocused()
  await expect(mute(page, 'Mute for 1 hour')).toBeVisible()
})

test('without a device, the bell, the alerts menu and the profile do not mention muting or quiet hours', async ({
  ana,
  choir,
}) => {
  const answered = ana.page.waitForResponse('**/api/devices')
  await ana.page.goto(`/groups/${choir.id}`)
  await bell(ana.page).click()
  await answered
  await expect(dialog(ana.page, 'Notifications').getByRole('listitem')).toHaveCount(3)
  await expect(dialog(ana.page, 'Notifications').getByRole('group')).toHaveCount(0)
  await ana.page.keyboard.press('Escape')
  await ana.page.getByRole('button', { name: 'Alerts All' }).click()
  await expect(ana.page.getByRole('menuitemradio')).toHaveCount(3)
  await expect(ana.page.getByRole('menuitemcheckbox')).toHaveCount(0)
  await ana.page.goto('/profile/alerts')
  await expect(ringing(ana.page).getByRole('button', { name: 'Ring on this device' })).toBeVisible()
  await expect(ringing(ana.page).getByRole('switch')).toHaveAccessibleName(
    /^Send me an email when I am asked/,
  )
})

test('who has only a hook can set quiet hours, hide names and mute, and a mute is shown when nothing is left that rings', async ({
  ana,
  receiver,
}) => {
  const { page } = ana
  await page.goto('/profile/alerts')
  await expect(ringing(page).getByRole('button', { name: 'Ring on this device' })).toBeVisible()
  await expect(quietHours(page)).toHaveCount(0)
  const body = { name: 'Lamp', kind: 'webhook', url: `${receiver.origin}/lamp`, token: null } as const
  await ana.api.ok(confirmByPassword, { body: { password: ana.password } })
  const { hook } = await ana.api.ok(createPersonalHook, {
    body: { ...body, tellsNotifications: true, tellsOwnStatus: false },
  })
  await page.reload()
  await quietHours(page).click()
  await expect(quietHours(page)).toHaveAttribute('aria-checked', 'true')
  await hidesNames(page).click()
  await expect(hidesNames(page)).toHaveAttribute('aria-checked', 'true')
  await bell(page).click()
  await mute(page, 'Mute for 1 hour').click()
  await expect(mute(page, 'Unmute')).toBeVisible()
  await ana.api.ok(removePersonalHook, { params: { hookId: hook.id } })

  await page.reload()
  await expect(ringing(page).getByText(/^Muted until/)).toBeVisible()
  await bell(page).click()
  await mute(page, 'Unmute').click()
  await expect(dialog(page, 'Notifications').getByRole('group', { name: 'Mute' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(ringing(page).getByText(/^Muted until/)).toHaveCount(0)
  await expect(quietHours(page)).toHaveCount(0)
})
