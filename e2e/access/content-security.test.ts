import { expect, test } from '../fixtures/test.ts'

// Other journeys fail if a page violates the Content Security Policy, because a violation is a console error.
test('an injected script does not run, and the console reports the violation of the Content Security Policy', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  const consoleMessages: string[] = []
  page.on('console', message => consoleMessages.push(message.text()))
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign In' }).waitFor()
  expect(consoleMessages).toEqual([])
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.hasRun = true'
    document.body.append(script)
    return 'hasRun' in window
  })
  expect(ran).toBe(false)
  await expect.poll(() => consoleMessages.join()).toContain('Content Security Policy')
  await context.close()
})
