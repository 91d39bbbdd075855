import { expect, test } from '../fixtures/test.ts'
import { boardOf, startFramingSite } from '../fixtures/wall-board.ts'

test('only the sites that the creator has named may frame a board', async ({ ana, choir, browser }) => {
  const [site, other] = [await startFramingSite(), await startFramingSite()]
  const named = await boardOf(ana, choir, { frameOrigins: [site.origin] })
  const unnamed = await boardOf(ana, choir)
  // The refusals are console errors. In a context of the fixtures, these errors would fail the test.
  const context = await browser.newContext()
  const page = await context.newPage()
  const consoleMessages: string[] = []
  page.on('console', message => consoleMessages.push(message.text()))
  const heading = page.frameLocator('iframe').getByRole('heading', { name: 'Choir' })
  const { origin } = new URL(named.address)

  for (const [by, address] of [
    [other, named.address],
    [site, unnamed.address],
    [site, `${origin}/login`],
    [site, `${origin}/board/${'x'.repeat(12)}#${'x'.repeat(22)}`],
  ] as const) {
    consoleMessages.length = 0
    by.frame(address)
    await page.goto(by.origin)
    await expect.poll(() => consoleMessages.join(), address).toContain('frame-ancestors')
    await expect(heading).toHaveCount(0)
  }
  site.frame(named.address)
  await page.goto(site.origin)
  await expect(heading).toBeVisible()
  await context.close()
  await Promise.all([site.close(), other.close()])
})
