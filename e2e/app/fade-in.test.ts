import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locator } from '@playwright/test'
import { fillIn } from '../fixtures/forms.ts'
import { groupOf } from '../fixtures/group.ts'
import { expect, test } from '../fixtures/test.ts'

const assets = fileURLToPath(new URL('../../web/dist/assets/', import.meta.url))
const sheets = readdirSync(assets).filter(name => name.endsWith('.css'))

test('every animation named in the built styles exists', async ({ stranger }) => {
  const { page } = await stranger('Guest')
  await page.goto('/login')
  const missing = await page.evaluate(
    texts => {
      const rulesOf = (sheet: CSSStyleSheet | CSSGroupingRule): CSSRule[] =>
        [...sheet.cssRules].flatMap(rule => [rule, ...(rule instanceof CSSGroupingRule ? rulesOf(rule) : [])])
      const built = texts.map(text => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(text)
        return rulesOf(sheet)
      })
      const ofThePage = [...document.styleSheets].filter(({ href }) => !href).flatMap(rulesOf)
      return built.flatMap(rules => {
        const there = [...ofThePage, ...rules].filter(rule => rule instanceof CSSKeyframesRule)
        const named = rules
          .filter(rule => rule instanceof CSSStyleRule)
          .flatMap(({ style }) => style.animationName.split(', '))
        return named.filter(name => name && name !== 'none' && !there.some(one => one.name === name))
      })
    },
    sheets.map(name => readFileSync(assets + name, 'utf8')),
  )
  expect(missing).toEqual([])
})

test('the message of a form fades in', async ({ stranger }) => {
  const { page } = await stranger('Guest')
  await page.goto('/login')
  await fillIn(page, { Email: 'ana@example.org', Password: 'wrong' })
  await page.getByRole('button', { name: 'Sign In' }).click()
  const answer = page.getByRole('alert')
  await answer.waitFor()
  expect(await animationsOf(answer)).toEqual(['fade-in'])
})

test('the text Loading... appears only after a delay', async ({ stranger }) => {
  const { page } = await stranger('Guest')
  await page.route('**/api/dashboard', () => {})
  await page.goto('/login')
  const loading = page.getByText('Loading...')
  await loading.waitFor()
  const delays = await loading.evaluate(element =>
    element.getAnimations().map(({ effect }) => effect?.getTiming().delay),
  )
  expect(delays).toEqual([500])
})

test.describe('without a network', () => {
  test.use({ outages: true })

  test('a lost connection is reported with a delay, and the message fades in', async ({ ana, server }) => {
    const group = await groupOf('Choir', ana)
    await ana.page.clock.install()
    await ana.page.goto(`/groups/${group.id}`)
    const live = ana.page.getByText('Live', { exact: true })
    const banner = ana.page.getByRole('status').getByText('Reconnecting…')
    await expect(live).toBeVisible()
    // The connection must be live for more than five seconds. Otherwise its loss would count as a failed attempt, and the page would
    // wait longer before the next attempt.
    await ana.page.clock.runFor(6_000)
    await ana.page.clock.pauseAt(await ana.page.evaluate(() => Date.now() + 1_000))
    let hasTriedAgain = false
    ana.page.once('websocket', () => {
      hasTriedAgain = true
    })
    const letPass = async (ms: number) => {
      await ana.page.clock.runFor(ms)
      return hasTriedAgain
    }
    server.network.cut()
    await expect.poll(() => letPass(100)).toBe(true)
    await expect(live).toBeVisible()
    await expect(banner).toHaveCount(0)
    await letPass(1_500)
    await expect(banner).toBeVisible()
    expect(await animationsOf(banner.locator('..'))).toEqual(['fade-in'])
    server.network.restore()
  })
})

/** Returns the names of an element's animations, including animations that have ended. */
function animationsOf(element: Locator): Promise<string[]> {
  return element.evaluate(one => getComputedStyle(one).animationName.split(', '))
}
