import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { setTheStage } from '../fixtures/stage.ts'
import { expect, test } from '../fixtures/test.ts'
import { guestScreens, memberScreens, newcomerScreens, visit } from '../fixtures/tour.ts'

test.describe.configure({ timeout: 120_000 })

async function expectNoViolations(page: Page, screen: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
  expect.soft(found, screen).toEqual([])
}

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 360],
] as const) {
  const look = { colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' } as const

  test(`axe finds nothing on the ${colorScheme} screens of guests and newcomers`, async ({
    people,
    stranger,
  }) => {
    const stage = await setTheStage(people)
    const guest = await stranger('Guest', look)
    const newcomer = await people.onAnotherDevice(stage.newcomer, look)
    for (const [{ page }, screens] of [
      [guest, guestScreens],
      [newcomer, newcomerScreens],
    ] as const) {
      for (const screen of screens) {
        await visit(page, stage, screen)
        await expectNoViolations(page, screen.name)
      }
    }
  })

  test(`axe finds nothing on the ${colorScheme} screens of members`, async ({ people }) => {
    const stage = await setTheStage(people)
    const { page } = await people.onAnotherDevice(stage.ana, look)
    for (const screen of memberScreens) {
      await visit(page, stage, screen)
      await expectNoViolations(page, screen.name)
    }
  })
}
