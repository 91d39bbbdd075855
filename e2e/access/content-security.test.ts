import { expect, test } from '../fixtures/test.ts'

// Every journey watches the console, so a screen that breaks the policy fails it: here is that a breach is told there.
test('an injected script does not run, and the console says so', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', message => complaints.push(message.text()))
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign In' }).waitFor()
  expect(complaints).toEqual([])
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.hasRun = true'
    document.body.append(script)
    return 'hasRun' in window
  })
  expect(ran).toBe(false)
  await expect.poll(() => complaints.join()).toContain('Content Security Policy')
  await context.close()
})
