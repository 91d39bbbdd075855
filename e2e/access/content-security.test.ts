import { expect, test } from '../fixtures/test.ts'

// A console error fails a journey. Therefore journeys also find violations of the Content Security Policy.
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
