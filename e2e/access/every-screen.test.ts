import {
  groupScreens,
  guestScreens,
  newcomerScreens,
  openScreen,
  type Screen,
  settingsScreens,
  waitForAnimations,
} from '../fixtures/all-screens.ts'
import { axeViolations } from '../fixtures/axe.ts'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { callScreens, createCallData } from '../fixtures/call.ts'
import { createDemoData, type DemoData } from '../fixtures/demo-data.ts'
import { createDeputyData, deputyScreens } from '../fixtures/deputy-screens.ts'
import { keyAndHookScreens } from '../fixtures/key-and-hook-screens.ts'
import { makeOperators, operatorScreens } from '../fixtures/operator-screens.ts'
import { dialog } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'
import { findOverflow, findSmallTargets } from '../fixtures/touch-targets.ts'

// The files in snapshots/ contain the roles and names that a screen reader finds. After a run with --update-snapshots, review the
// changed files. One test opens all screens, so its limit is longer.
test.describe.configure({ timeout: 600_000 })

const phone = { width: 360, height: 740 }
const smallPhone = { width: 320, height: 740 }
const desk = { width: 1280, height: 800 }
const darkPhone = {
  colorScheme: 'dark',
  viewport: phone,
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const
const soft = expect.configure({ soft: true })

test('every screen of guests and new users passes axe, size and snapshot checks', async ({
  member,
  stranger,
}) => {
  await checkScreens(await stranger('Guest', darkPhone), guestScreens)
  await checkScreens(await member('Nia', darkPhone), newcomerScreens)
})

test('every screen of groups passes axe, size and snapshot checks', async ({ users }) => {
  const data = await createDemoData(users)
  await checkScreens(await users.onAnotherDevice(data.ana, darkPhone), groupScreens, data)
})

test('every screen of alerts, boards and devices passes axe, size and snapshot checks', async ({ users }) => {
  const data = await createDemoData(users)
  const ana = await users.onAnotherDevice(data.ana, darkPhone)
  await ana.page.goto('/dashboard')
  await dialog(ana.page, 'Group Invitations').waitFor()
  await checkScreens(ana, settingsScreens, data)
})

test('every screen of keys and hooks passes axe, size and snapshot checks', async ({ users }) => {
  const data = await createDemoData(users)
  await checkScreens(await users.onAnotherDevice(data.ana, darkPhone), keyAndHookScreens, data)
})

test('every screen of deputies and of groups without an admin passes axe, size and snapshot checks', async ({
  users,
  server,
}) => {
  const { rosa, groups } = await createDeputyData(users, server)
  await checkScreens(await users.onAnotherDevice(rosa, darkPhone), deputyScreens(groups))
})

test('every screen of questions passes axe, size and snapshot checks', async ({ users, server }) => {
  const data = await createDemoData(users)
  const screens = callScreens(await createCallData(data, server))
  const ana = await users.onAnotherDevice(data.ana, darkPhone)
  await ana.page.goto('/dashboard')
  await dialog(ana.page, 'Group Invitations').waitFor()
  await checkScreens(ana, screens, data)
})

test('every screen of the operator’s page passes axe, size and snapshot checks', async ({
  users,
  ana,
  server,
}) => {
  await makeOperators(server, ana)
  await checkScreens(await users.onAnotherDevice(ana, darkPhone), operatorScreens)
})

async function checkScreens({ page }: BrowserUser, screens: Screen[], data = {} as DemoData): Promise<void> {
  await page.addInitScript(disableLongTimers)
  for (const screen of screens) {
    const onDarkPhone = `${screen.name}, on a phone, dark`
    await openScreen(page, data, screen)
    // The snapshot is checked first, because this check waits until the screen has loaded its data.
    await expect
      .soft(page.getByRole('dialog').or(page.locator('body')).last())
      .toMatchAriaSnapshot({ name: `${screen.name.replaceAll(/\W+/g, '-')}.aria.yml` })
    await soft.poll(() => findOverflow(page), onDarkPhone).toEqual([])
    expect.soft(await findSmallTargets(page), onDarkPhone).toEqual([])
    await soft.poll(() => axeViolations(page), onDarkPhone).toEqual([])
    await page.setViewportSize(smallPhone)
    await soft.poll(() => findOverflow(page), `${screen.name}, on a small phone`).toEqual([])
    await page.setViewportSize(phone)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await soft.poll(() => findOverflow(page), `${screen.name}, with large text`).toEqual([])
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))

    const onLightDesk = `${screen.name}, on a desktop screen, light`
    await page.setViewportSize(desk)
    await page.emulateMedia({ colorScheme: 'light' })
    await waitForAnimations(page)
    await soft.poll(() => axeViolations(page, { rules: ['color-contrast'] }), onLightDesk).toEqual([])
    await soft.poll(() => findOverflow(page), onLightDesk).toEqual([])
    await page.setViewportSize(phone)
    await page.emulateMedia({ colorScheme: 'dark' })
  }
}

/** Disables timers of five seconds and more, so that no toast disappears and no page redirects during the checks. */
function disableLongTimers(): void {
  const { setTimeout: wait } = window
  const longestMs = 2 ** 31 - 1
  Object.assign(window, {
    setTimeout: (then: TimerHandler, ms = 0, ...rest: unknown[]) =>
      wait(then, ms < 5_000 ? ms : longestMs, ...rest),
  })
}
