import type { Page } from '@playwright/test'
import { groupScreens, guestScreens, openScreen, type Screen } from '../fixtures/all-screens.ts'
import { axeViolations } from '../fixtures/axe.ts'
import { createDemoData, type DemoData } from '../fixtures/demo-data.ts'
import { expect } from '../fixtures/test.ts'
import { test } from '../fixtures/test-with-settings.ts'
import { findOverflow, findSmallTargets } from '../fixtures/touch-targets.ts'
import { boardOf } from '../fixtures/wall-board.ts'

// Each test opens many screens.
test.describe.configure({ timeout: 300_000 })

const imprint = 'https://club.example/imprint'

test.use({
  settings: { IMPRINT_URL: imprint, CONTACT: 'ana@club.example', HOOK_HOSTS: 'off', PUSH_SERVICES: 'off' },
})

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

test('every page of guests has the links of the operator at its foot', async ({ stranger }) => {
  await checkScreens((await stranger('Guest', phone)).page, guestScreens)
})

test('every page of members has the links of the operator at its foot', async ({ users }) => {
  const data = await createDemoData(users)
  const { page } = await users.onAnotherDevice(data.ana, phone)
  await checkScreens(page, groupScreens, data)
})

test('the links of a board need no scrolling, open another tab, and leave the board as it is', async ({
  ana,
  choir,
}) => {
  const { page } = ana
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto((await boardOf(ana, choir)).address)
  await page.getByRole('heading', { name: 'Choir' }).waitFor()
  await expectLinks(page, 'board')
  const scrolled = () => document.documentElement.scrollHeight - document.documentElement.clientHeight
  expect(await page.evaluate(scrolled)).toBe(0)
  await page.context().route(imprint, route => route.fulfill({ body: 'The club' }))
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Imprint' }).click(),
  ])
  await expect(opened.getByText('The club')).toBeVisible()
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull()
})

async function checkScreens(page: Page, screens: Screen[], data = {} as DemoData): Promise<void> {
  for (const screen of screens) {
    await openScreen(page, data, screen)
    await expectLinks(page, screen.name)
    expect.soft(await findSmallTargets(page), screen.name).toEqual([])
    await expect
      .configure({ soft: true })
      .poll(() => findOverflow(page), screen.name)
      .toEqual([])
  }
  expect(await axeViolations(page)).toEqual([])
}

/** An open dialog hides the rest of the page from screen readers. */
async function expectLinks(page: Page, name: string): Promise<void> {
  const links = page.locator('body > footer > a')
  await expect.soft(links, name).toHaveText(['Imprint', 'Contact'])
  await expect.soft(links.first(), name).toHaveAttribute('href', imprint)
  await expect.soft(links.first(), name).toBeVisible()
}
