import type { Page } from '@playwright/test'
import { groupOf } from '../fixtures/group.ts'
import { expect, test } from '../fixtures/test.ts'

test('with text of twice the usual size, the top bar is less than 150 pixels high, and the switch can be used', async ({
  member,
}) => {
  const ana = await member('Ana', { viewport: { width: 360, height: 740 } })
  const group = await groupOf('Mountain Rescue', ana)
  await ana.page.goto(`/groups/${group.id}`)
  await ana.page.getByRole('switch').waitFor()
  await ana.page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const bar = await ana.page.getByRole('banner').boundingBox()
  expect(bar?.height).toBeLessThan(150)
  await ana.page.getByRole('switch').click()
  await expect(ana.page.getByRole('switch')).not.toBeChecked()
})

test('with text of twice the usual size, no short word is broken into letters', async ({
  member,
  stranger,
}) => {
  const viewport = { width: 360, height: 740 }
  const [ana, ben] = [await member('Ana', { viewport }), await member('Ben')]
  const guest = await stranger('Cyd', { viewport })
  const group = await groupOf('Mountain Rescue', ana, ben)
  await groupOf('Choir', ana)
  const found: Record<string, string[]> = {}
  for (const path of [
    '/login',
    '/signup',
    '/forgot-password',
    '/reset-password?token=x',
    '/join',
    '/nowhere',
  ])
    found[path] = await brokenWords(guest.page, path)
  for (const path of ['/dashboard', `/groups/${group.id}`, '/groups/create', '/profile', '/privacy'])
    found[path] = await brokenWords(ana.page, path)
  expect(Object.entries(found).filter(([, words]) => words.length > 0)).toEqual([])
})

/** Returns the words of up to 12 characters that the page shows on more than one line. */
async function brokenWords(page: Page, path: string): Promise<string[]> {
  await page.goto(path)
  await page.getByRole('heading').first().waitFor()
  return page.evaluate(() => {
    document.documentElement.style.setProperty('font-size', '200%')
    const broken: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
      const isHidden = (text.parentElement?.getBoundingClientRect().width ?? 0) <= 1
      for (const { 0: word, index } of isHidden ? [] : text.data.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)))
        if (lines.size > 1 && word.length <= 12) broken.push(word)
      }
    }
    return broken
  })
}
