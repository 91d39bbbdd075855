import { createGroup } from '@grouplight/contract/group.ts'
import type { Page } from '@playwright/test'
import { setStatus } from '../fixtures/group.ts'
import { press } from '../fixtures/keyboard.ts'
import { bell, dialog, rowOf, toast } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const toastText = 'Ben is now available in Choir'

test('a toast above a dialog can be closed by keyboard and by a click, and stays when the dialog closes', async ({
  ana,
  ben,
  choir,
}) => {
  const { page } = ana
  await page.goto(`/groups/${choir.id}`)
  const settings = dialog(page, 'Group Settings')
  const becomeAvailableAgain = async () => {
    await setStatus(ben, choir, false)
    await expect(rowOf(page, ben)).toContainText('Unavailable')
    await setStatus(ben, choir, true)
    await expect(toast(page, toastText)).toBeInViewport()
  }
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Group Settings' }).click()
  await expect(settings).toBeVisible()

  await becomeAvailableAgain()
  await press(page, toast(page, toastText).getByRole('button', { name: 'Close' }))
  await expect(toast(page, toastText)).toHaveCount(0)
  await expect(settings).toBeVisible()

  await becomeAvailableAgain()
  await toast(page, toastText).getByRole('button', { name: 'Close' }).click()
  await expect(toast(page, toastText)).toHaveCount(0)
  await expect(settings).toBeVisible()

  await becomeAvailableAgain()
  await toast(page, toastText).hover()
  // When the dialog closes, the toast moves to another parent element. With aria-live=off, screen readers do not announce the toast
  // again.
  await expect(toast(page, toastText)).toHaveAttribute('aria-live', 'off')
  await page.keyboard.press('Escape')
  await expect(settings).toBeHidden()
  await expect(toast(page, toastText)).toBeInViewport()
  await toast(page, toastText).getByRole('button', { name: 'Close' }).click()
  await expect(toast(page, toastText)).toHaveCount(0)
})

test('a click outside a dialog closes the dialog, but a drag from the dialog to the outside does not', async ({
  ana: { page },
}) => {
  await page.goto('/dashboard')
  await bell(page).click()
  const opened = dialog(page, 'Notifications')
  const title = await opened.getByRole('heading', { name: 'Notifications' }).boundingBox()
  await page.mouse.move((title?.x ?? 0) + 5, (title?.y ?? 0) + 5)
  await page.mouse.down()
  await page.mouse.move(5, 5)
  await page.mouse.up()
  await expect(opened).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(opened).toBeHidden()
  await expect(bell(page)).toBeFocused()
})

test('the page behind a dialog neither shifts nor scrolls', async ({ ana: { page, api } }) => {
  for (let n = 1; n <= 20; n++) await api.ok(createGroup, { body: { name: `Group ${n}`, description: '' } })
  await page.goto('/dashboard')
  const oldest = page.getByRole('link', { name: 'Group 1', exact: true })
  await oldest.scrollIntoViewIfNeeded()
  const before = await positionOf(page)
  await bell(page).click()
  await expect(dialog(page, 'Notifications').getByRole('listitem')).toHaveCount(20)
  await page.mouse.move(5, 300)
  await page.mouse.wheel(0, -300)
  await page.mouse.move(640, 300)
  await page.mouse.wheel(0, 300)
  await expect.poll(() => dialogScrollTop(page)).toBeGreaterThan(0)
  expect(await positionOf(page)).toEqual(before)
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Notifications')).toBeHidden()
  await expect.poll(() => positionOf(page)).toEqual(before)
})

async function positionOf(page: Page) {
  return page.evaluate(() => {
    const { x, y } = document.querySelector('main li:last-child')?.getBoundingClientRect() ?? {}
    return { scrolled: window.scrollY, x, y }
  })
}

function dialogScrollTop(page: Page): Promise<number> {
  return page.evaluate(() => {
    const parts = document.querySelectorAll('[role=dialog], dialog, dialog *')
    return Math.max(...[...parts].map(({ scrollTop }) => scrollTop))
  })
}
