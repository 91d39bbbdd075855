import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Person } from '../fixtures/person.ts'
import { type Stage, setTheStage } from '../fixtures/stage.ts'
import { expect, test } from '../fixtures/test.ts'
import { whatIsHardToHit, whatSticksOut } from '../fixtures/thumb.ts'
import { guestScreens, memberScreens, newcomerScreens, type Screen, visit } from '../fixtures/tour.ts'

test.describe.configure({ timeout: 120_000 })

const desk = {
  colorScheme: 'light',
  viewport: { width: 1280, height: 800 },
  reducedMotion: 'reduce',
} as const
const phone = {
  colorScheme: 'dark',
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const

for (const look of [desk, phone]) {
  const name = look === phone ? 'a dark phone' : 'a light desk'

  test(`guests and newcomers find every screen in order on ${name}`, async ({ people, stranger }) => {
    const stage = await setTheStage(people)
    await lookAt(await stranger('Guest', look), stage, guestScreens, look === phone)
    await lookAt(await people.onAnotherDevice(stage.newcomer, look), stage, newcomerScreens, look === phone)
  })

  test(`members find every screen in order on ${name}`, async ({ people }) => {
    const stage = await setTheStage(people)
    await lookAt(await people.onAnotherDevice(stage.ana, look), stage, memberScreens, look === phone)
  })
}

async function lookAt({ page }: Person, stage: Stage, screens: Screen[], onPhone: boolean): Promise<void> {
  for (const screen of screens) {
    await visit(page, stage, screen)
    // Asked again while something is found: a screen may just be reading again what it shows.
    await softly.poll(() => whatAxeFinds(page), `axe on ${screen.name}`).toEqual([])
    expect.soft(await whatSticksOut(page), `what sticks out on ${screen.name}`).toEqual([])
    if (!onPhone) continue
    expect.soft(await whatIsHardToHit(page), `what is hard to hit on ${screen.name}`).toEqual([])
    await page.setViewportSize({ width: 320, height: 740 })
    expect.soft(await whatSticksOut(page), `what sticks out on ${screen.name}, narrower still`).toEqual([])
    await page.setViewportSize(phone.viewport)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect
      .soft(await whatSticksOut(page), `what sticks out on ${screen.name}, with large letters`)
      .toEqual([])
  }
}

const softly = expect.configure({ soft: true, timeout: 30_000 })

async function whatAxeFinds(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ rules: { 'target-size': { enabled: true } } })
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
