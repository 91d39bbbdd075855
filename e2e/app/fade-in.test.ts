import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
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
