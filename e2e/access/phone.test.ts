import type { Page } from '@playwright/test'
import { setTheStage } from '../fixtures/stage.ts'
import { expect, test } from '../fixtures/test.ts'
import { guestScreens, memberScreens, newcomerScreens, visit } from '../fixtures/tour.ts'

test.describe.configure({ timeout: 90_000 })

const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const

/** What reaches beyond the screen's sides. */
function whatSticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter(element => {
        const { left, right, width, height } = element.getBoundingClientRect()
        return width > 1 && height > 1 && (right > document.documentElement.clientWidth + 1 || left < -1)
      })
      .map(
        element => `${element.outerHTML.slice(0, 150)} reaches to ${element.getBoundingClientRect().right}`,
      ),
  )
}

/** What a thumb is to hit and is smaller than 44 pixels, counting everything that leads to it. */
function whatIsHardToHit(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const reach = 44 / 2 - 1
    const targets = document.querySelectorAll('button, a[href], input, textarea, [role=switch]')
    return [...targets]
      .filter(target => {
        const { left, right, top, bottom } = target.getBoundingClientRect()
        const [x, y] = [(left + right) / 2, (top + bottom) / 2]
        const hits = (atX: number, atY: number) => {
          const hit = document.elementFromPoint(atX, atY)
          return hit !== null && (target.contains(hit) || hit.closest('label')?.contains(target))
        }
        if (!hits(x, y)) return false
        return !(hits(x - reach, y) && hits(x + reach, y) && hits(x, y - reach) && hits(x, y + reach))
      })
      .map(target => target.outerHTML.slice(0, 200))
  })
}

test('on a phone nothing sticks out, and everything can be hit with a thumb', async ({
  people,
  stranger,
}) => {
  const stage = await setTheStage(people)
  const guest = await stranger('Guest', phone)
  const newcomer = await people.onAnotherDevice(stage.newcomer, phone)
  const ana = await people.onAnotherDevice(stage.ana, phone)
  for (const [{ page }, screens] of [
    [guest, guestScreens],
    [newcomer, newcomerScreens],
    [ana, memberScreens],
  ] as const) {
    for (const screen of screens) {
      await visit(page, stage, screen)
      expect.soft(await whatSticksOut(page), `${screen.name}, sticking out`).toEqual([])
      expect.soft(await whatIsHardToHit(page), `${screen.name}, hard to hit`).toEqual([])
      await page.setViewportSize({ width: 320, height: 740 })
      expect.soft(await whatSticksOut(page), `${screen.name} at 320, sticking out`).toEqual([])
      await page.setViewportSize(phone.viewport)
    }
  }
})
