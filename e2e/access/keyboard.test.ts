import { groupOf } from '../fixtures/group.ts'
import { tabTo } from '../fixtures/keyboard.ts'
import { bell, dialog, switchOf } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

test('a user signs in and becomes available without a pointer', { tag: '@main' }, async ({
  ana,
  stranger,
}) => {
  const group = await groupOf('Choir', ana)
  const { page } = await stranger('Ana')
  const { keyboard } = page
  await page.goto('/login')
  await tabTo(page, page.getByLabel('Email'))
  await keyboard.type(ana.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await keyboard.type(ana.password)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'My Groups' })).toBeVisible()

  await tabTo(page, switchOf(page, group))
  await keyboard.press('Space')
  await expect(switchOf(page, group)).not.toBeChecked()
  await keyboard.press('Enter')
  await expect(switchOf(page, group)).toBeChecked()

  await tabTo(page, page.getByRole('link', { name: 'Choir' }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL(`/groups/${group.id}`)
  await expect(page.locator('main:focus, h1:focus')).toHaveCount(1)
  await tabTo(page, switchOf(page, group))
  await keyboard.press('Space')
  await expect(switchOf(page, group)).not.toBeChecked()
})

test('the first Tab reaches a link that skips the top bar', async ({ ana }) => {
  await groupOf('Choir', ana)
  await ana.page.goto('/dashboard')
  await ana.page.getByRole('link', { name: 'Choir' }).waitFor()
  await ana.page.keyboard.press('Tab')
  const skip = ana.page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await ana.page.keyboard.press('Enter')
  await ana.page.keyboard.press('Tab')
  await expect(ana.page.getByRole('main').locator(':focus')).toHaveCount(1)
})

test('a dialog takes and keeps the focus, and a closed dialog returns the focus', async ({ ana }) => {
  const group = await groupOf('Choir', ana)
  const { page } = ana
  for (const [path, opener, title] of [
    ['/dashboard', bell(page), 'Notifications'],
    ['/dashboard', page.getByRole('button', { name: 'Invitations' }), 'Group Invitations'],
    [`/groups/${group.id}`, page.getByRole('button', { name: 'Group Settings' }), 'Group Settings'],
    [`/groups/${group.id}`, page.getByRole('button', { name: 'Invite Members' }), 'Invite Members'],
  ] as const) {
    await page.goto(path)
    await opener.focus()
    await page.keyboard.press('Enter')
    const opened = dialog(page, title)
    await expect(opened).toBeVisible()
    for (let presses = 0; presses < 15; presses++) {
      await expect(opened.locator(':focus'), `${title} after ${presses} Tabs`).toHaveCount(1)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Escape')
    await expect(opened).toBeHidden()
    await expect(opener).toBeFocused()
  }
})

test('each of the first eight elements that Tab reaches on the dashboard has a visible focus indicator', async ({
  ana,
}) => {
  await groupOf('Choir', ana)
  await ana.page.goto('/dashboard')
  await ana.page.getByRole('link', { name: 'Choir' }).waitFor()
  for (let presses = 0; presses < 8; presses++) {
    await ana.page.keyboard.press('Tab')
    const focused = await ana.page.screenshot()
    const element = await ana.page.evaluateHandle(() => document.activeElement as HTMLElement)
    await element.evaluate(element => element.blur())
    const html = await element.evaluate(element => element.outerHTML.slice(0, 150))
    expect.soft(focused.equals(await ana.page.screenshot()), html).toBe(false)
    await element.evaluate(element => element.focus())
  }
})
