import { changeUserByOperator } from '@grouplight/contract/operator.ts'
import { minuteMs } from '../../server/src/platform/clock.ts'
import { text } from '../../server/src/platform/texts/text.ts'
import { button } from '../fixtures/call.ts'
import { fillIn } from '../fixtures/forms.ts'
import { makeOperators, sheetOfPerson } from '../fixtures/operator-screens.ts'
import { dialog } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'
import { findOverflow } from '../fixtures/touch-targets.ts'

// The tests of this file run one after the other, because a site has few operators.
test.describe.configure({ mode: 'default' })

const pages = ['people', 'groups', 'doors', 'mail', 'legal', 'backup', 'news'] as const

test('whoever is no operator finds no page, and no link to it', async ({ ana, stranger }) => {
  const guest = await stranger('Guest')
  for (const { page } of [guest, ana])
    for (const path of ['/site', '/site/people']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
      await expect(page.getByRole('navigation', { name: 'Account' })).toHaveCount(0)
    }
  await ana.page.goto('/profile')
  await expect(ana.page.getByRole('link', { name: 'Security' })).toBeVisible()
  await expect(ana.page.getByRole('link', { name: 'This site' })).toHaveCount(0)
})

test('a change asks once who the operator is', async ({ ana, ben, server }) => {
  await makeOperators(server, ana)
  await server.advance(11 * minuteMs)
  const { page } = ana
  await page.goto('/site/people')
  await page.getByLabel('Search by name or address').fill(ben.email)
  const sheet = await sheetOfPerson(page, ben)
  await button(sheet, 'Sign out everywhere').click()
  await button(dialog(page, "Confirm it's you"), 'Cancel').click()
  await expect(sheet.getByText('Signed out everywhere.')).toHaveCount(0)
  await button(sheet, 'Sign out everywhere').click()
  await fillIn(dialog(page, "Confirm it's you"), { Password: ana.password })
  await button(dialog(page, "Confirm it's you"), 'Confirm').click()
  await expect(sheet.getByText('Signed out everywhere.')).toBeVisible()
  await button(sheet, 'Disable').click()
  await expect(sheet.getByText('Disabled, and signed out everywhere.')).toBeVisible()
  await button(sheet, 'Enable').click()
  await expect(sheet.getByText('Enabled.')).toBeVisible()
})

test('the page closes at once for an operator who is no operator any more', async ({ ana, ben, server }) => {
  await makeOperators(server, ana, ben)
  await ben.gotoLive('/site/people')
  await expect(ben.page.getByRole('heading', { name: 'People' })).toBeVisible()
  await ana.api.ok(changeUserByOperator, {
    params: { userId: ben.api.userId },
    body: { isOperator: false },
  })
  await expect(ben.page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
})

test.describe('without a connection', () => {
  test.use({ outages: true })

  test('the page shows what it knows and when it knew it, and changes nothing', async ({ ana, server }) => {
    await makeOperators(server, ana)
    const { page } = ana
    await page.goto('/site/people')
    const add = button(page, 'Add somebody')
    await expect(page.getByRole('button', { name: 'Ana', exact: true }).first()).toBeVisible()
    await expect(add).toBeEnabled()
    await ana.context.setOffline(true)
    server.network.cut()
    await expect(page.getByText(/^As of \d\d?:\d\d/)).toBeVisible()
    await expect(add).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Ana', exact: true }).first()).toBeVisible()
    server.network.restore()
    await ana.context.setOffline(false)
    await expect(add).toBeEnabled()
  })
})

for (const [language, direction] of [
  ['de', 'ltr'],
  ['ar', 'rtl'],
] as const)
  test(`the page speaks the language ${language} and fits a phone`, async ({ ana, users, server }) => {
    await makeOperators(server, ana)
    const look = { locale: language, viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true }
    const { page } = await users.onAnotherDevice(ana, look)
    await page.goto('/site')
    await expect(page.locator('html')).toHaveAttribute('dir', direction)
    await expect(page.getByText(text(language, 'operator', 'freeSpace'))).toBeVisible()
    expect(await findOverflow(page)).toEqual([])
    for (const name of pages) {
      await page.getByRole('link', { name: text(language, 'operator', name) }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text(language, 'operator', name))
      expect.soft(await findOverflow(page), name).toEqual([])
      await button(page, text(language, 'profile', 'thisSite')).click()
    }
  })
