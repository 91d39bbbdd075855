import type { Page } from '@playwright/test'
import { addMembers, groupOf, setStatus } from '../fixtures/group.ts'
import { renderedOutside, watchRenders } from '../fixtures/renders.ts'
import { badge, bell, cardOf, rowOf, toast } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const toastText = 'Ben is now available in Choir'

test('a change of one of 500 members renders the list, its sections, the count and the member’s row, but no other row', async ({
  ana,
  ben,
  choir,
  server,
}) => {
  await addMembers(server, choir, 498)
  await watchRenders(ana.page)
  await ana.gotoLive(`/groups/${choir.id}`)
  await expect(badge(ana.page)).toHaveText('3')
  await expect(ana.page.getByRole('listitem')).toHaveCount(500)
  await expect(ana.page.getByText('Live', { exact: true }).first()).toBeVisible()
  await waitUntilIdle(ana.page)
  const parts = [rowOf(ana.page, ben), ana.page.getByRole('button', { name: /^\d+ available$/ })]
  expect(await renderedOutside(ana.page, ...parts)).not.toEqual([])

  await setStatus(ben, choir, false)
  await expect(rowOf(ana.page, ben)).toContainText('Unavailable')
  await waitUntilIdle(ana.page)
  const [list, available, unavailable] = ['div', 'div', 'div']
  expect(await renderedOutside(ana.page, ...parts)).toEqual([list, available, unavailable])

  await setStatus(ben, choir, true)
  await expect(toast(ana.page, toastText)).toBeVisible()
  await waitUntilIdle(ana.page)
  expect(await renderedOutside(ana.page, ...parts, bell(ana.page), toasts(ana.page))).toEqual([
    list,
    available,
    unavailable,
  ])
})

test('a change renders the list and one of the dashboard’s 20 cards; inside the card, it renders only the count and the row of avatars', async ({
  ana,
  ben,
}) => {
  for (let others = 1; others < 20; others++) await groupOf(`Group ${others}`, ana)
  const group = await groupOf('Choir', ana, ben)
  await watchRenders(ana.page)
  await ana.gotoLive('/dashboard')
  const card = cardOf(ana.page, group)
  await expect(card).toContainText('2 available')
  await expect(badge(ana.page)).toBeVisible()
  await waitUntilIdle(ana.page)
  const parts = [card.getByText(/^\d+ available$/), card.getByRole('img')]
  expect(await renderedOutside(ana.page, ...parts)).not.toEqual([])

  await setStatus(ben, group, false)
  await expect(card).toContainText('1 available')
  await waitUntilIdle(ana.page)
  expect(await renderedOutside(ana.page, ...parts)).toEqual(['ul', 'li'])

  await setStatus(ben, group, true)
  await expect(toast(ana.page, toastText)).toBeVisible()
  await waitUntilIdle(ana.page)
  expect(await renderedOutside(ana.page, ...parts, bell(ana.page), toasts(ana.page))).toEqual(['ul', 'li'])
})

test('a screen reader finds all 500 members, including those out of view', async ({ ana, server }) => {
  const group = await groupOf('Choir', ana)
  await addMembers(server, group, 499)
  await ana.gotoLive(`/groups/${group.id}`)
  await expect(ana.page.getByRole('listitem')).toHaveCount(500)
  const devTools = await ana.context.newCDPSession(ana.page)
  const { nodes } = await devTools.send('Accessibility.getFullAXTree')
  const names = nodes.filter(({ ignored }) => !ignored).map(({ name }) => String(name?.value))
  expect(new Set(names.filter(name => /^Member \d+$/.test(name))).size).toBe(499)
})

function toasts(page: Page) {
  return page.locator('#toasts')
}

async function waitUntilIdle(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
}
