import { expect, test } from '../fixtures/test.ts'
import { boardOf, startFramingSite, startRecordingProxy } from '../fixtures/wall-board.ts'

test('in a frame of another site, a board sends no cookie of a signed-in member, and sends its secret only in one header', async ({
  ana,
  choir,
  server,
}) => {
  const site = await startFramingSite()
  const proxy = await startRecordingProxy(server.directUrl)
  const { address } = await boardOf(ana, choir, { frameOrigins: [site.origin] })
  const [path = '', secret = ''] = address.replace(server.url, '').split('#')
  const { page } = ana

  site.frame(`${proxy.origin}${path}#${secret}`)
  await page.goto(site.origin)
  const framed = page.frameLocator('iframe')
  await expect(framed.getByRole('heading', { name: 'Choir' })).toBeVisible()
  await expect(framed.getByRole('img', { name: '2 of 2 available' })).toBeVisible()
  await expect
    .poll(() => proxy.requests.filter(({ path }) => path === '/api/board').length)
    .toBeGreaterThan(1)
  for (const { path: requested, headers } of proxy.requests) {
    const { authorization, ...others } = headers
    expect(headers.cookie, requested).toBeUndefined()
    expect(headers.referer ?? '', requested).not.toContain('/board/')
    expect(`${requested} ${JSON.stringify(others)}`).not.toContain(secret)
    const expected = requested === '/api/board' ? `Bearer ${path.split('/').at(-1)}.${secret}` : undefined
    expect(authorization, requested).toBe(expected)
  }

  // The proxy can record cookies: it records the cookie that a page of the app sends.
  await page.goto(`${proxy.origin}/privacy`)
  await expect.poll(() => proxy.requests.some(({ headers }) => headers.cookie)).toBe(true)
  // An open page would log console errors after the proxy has closed.
  await page.close()
  await Promise.all([site.close(), proxy.close()])
})

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
