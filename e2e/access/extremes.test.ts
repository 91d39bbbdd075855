import { whatAxeFinds } from '../fixtures/axe.ts'
import { extremeScreens, goToExtremes } from '../fixtures/extremes.ts'
import type { Stage } from '../fixtures/stage.ts'
import { expect, test } from '../fixtures/test.ts'
import { whatSticksOut } from '../fixtures/touch-targets.ts'
import { visit } from '../fixtures/tour.ts'

test.describe.configure({ timeout: 120_000 })

test('with as much of everything as there may be, every screen stays whole', { tag: '@all' }, async ({
  people,
  server,
}) => {
  const { person, group } = await goToExtremes(people, server)
  for (const screen of extremeScreens(group)) {
    await visit(person.page, {} as Stage, screen)
    for (const width of [320, 360, 1280]) {
      await person.page.setViewportSize({ width, height: 740 })
      expect.soft(await whatSticksOut(person.page), `${screen.name}, ${width} wide`).toEqual([])
    }
    // 500 rows alike: what holds for the first holds for all.
    expect.soft(await whatAxeFinds(person.page, { exclude: 'li:nth-child(n + 20)' }), screen.name).toEqual([])
  }
})
