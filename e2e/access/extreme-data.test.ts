import { openScreen } from '../fixtures/all-screens.ts'
import { axeViolations } from '../fixtures/axe.ts'
import type { DemoData } from '../fixtures/demo-data.ts'
import { createExtremeData, extremeScreens } from '../fixtures/extreme-data.ts'
import { expect, test } from '../fixtures/test.ts'
import { findOverflow } from '../fixtures/touch-targets.ts'

test('screens with 100 groups, 500 members and the longest texts do not overflow and pass axe', async ({
  users,
  server,
}) => {
  const { user, group } = await createExtremeData(users, server)
  for (const screen of extremeScreens(group)) {
    await openScreen(user.page, {} as DemoData, screen)
    for (const width of [320, 360, 1280]) {
      await user.page.setViewportSize({ width, height: 740 })
      expect.soft(await findOverflow(user.page), `${screen.name}, ${width} wide`).toEqual([])
    }
    // Checking the first rows is enough, because all rows have the same structure.
    expect.soft(await axeViolations(user.page, { exclude: 'li:nth-child(n + 20)' }), screen.name).toEqual([])
  }
})
