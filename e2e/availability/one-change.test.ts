import type { Page } from '@playwright/test'
import { crowdInto } from '../fixtures/crowd.ts'
import { groupOf, turn } from '../fixtures/group.ts'
import { drawnOutside, watchRenders } from '../fixtures/renders.ts'
import { badge, bell, cardOf, rowOf, toast } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const isAvailable = 'Ben is now available in Choir'

test('one member’s change among 500 draws their row and the count, not the page', async ({
  member,
  server,
}) => {
  const [ana, ben] = [await member('Ana'), await member('Ben')]
  const group = await groupOf('Choir', ana, ben)
  await crowdInto(server, group, 498)
  await watchRenders(ana.page)
  await ana.follow(`/groups/${group.id}`)
  await expect(badge(ana.page)).toHaveText('3')
  await expect(ana.page.getByRole('listitem')).toHaveCount(500)
  await expect(ana.page.getByText('Live', { exact: true }).first()).toBeVisible()
  await settled(ana.page)
  const parts = [rowOf(ana.page, ben), ana.page.getByText(/^\d+ available$/)]
  expect(await drawnOutside(ana.page, ...parts)).not.toEqual([])

  await turn(ben, group, false)
  await expect(rowOf(ana.page, ben)).toContainText('Unavailable')
  await settled(ana.page)
  expect(await drawnOutside(ana.page, ...parts)).toEqual(['ul'])

  await turn(ben, group, true)
  await expect(toast(ana.page, isAvailable)).toBeVisible()
  await settled(ana.page)
  expect(await drawnOutside(ana.page, ...parts, bell(ana.page), corner(ana.page))).toEqual(['ul'])
})

test('on the dashboard it draws the count and the lamp of one card among 20', async ({ member }) => {
  const [ana, ben] = [await member('Ana'), await member('Ben')]
  for (let others = 1; others < 20; others++) await groupOf(`Group ${others}`, ana)
  const group = await groupOf('Choir', ana, ben)
  await watchRenders(ana.page)
  await ana.follow('/dashboard')
  const card = cardOf(ana.page, group)
  await expect(card).toContainText('2 available')
  await expect(badge(ana.page)).toBeVisible()
  await settled(ana.page)
  const parts = [card.getByText(/^\d+ available$/), card.getByRole('img')]
  expect(await drawnOutside(ana.page, ...parts)).not.toEqual([])

  await turn(ben, group, false)
  await expect(card).toContainText('1 available')
  await settled(ana.page)
  expect(await drawnOutside(ana.page, ...parts)).toEqual(['ul', 'li'])

  await turn(ben, group, true)
  await expect(toast(ana.page, isAvailable)).toBeVisible()
  await settled(ana.page)
  expect(await drawnOutside(ana.page, ...parts, bell(ana.page), corner(ana.page))).toEqual(['ul', 'li'])
})

/** Where the toasts are. */
function corner(page: Page) {
  return page.locator('#toasts')
}

/** Until the first readings are done, and whatever was begun has been drawn. */
async function settled(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
}
