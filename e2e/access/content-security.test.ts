import { expect, test } from '../fixtures/test.ts'

// Every journey fails if the console reports an error. This test shows that the console reports violations of the Content
// Security Policy.
test('an injected script does not run, and the console reports the violation of the Content Security Policy', async ({
  browser,
  server,
}) => {
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
