import { freePort } from '../../server/testing/free-port.ts'
import { groupOf } from '../fixtures/group.ts'
import { cardOf, rowOf } from '../fixtures/screen.ts'
import { Server } from '../fixtures/server.ts'
import { SignInProxy } from '../fixtures/sign-in-proxy.ts'
import { expect, test as testOnOneServer } from '../fixtures/test.ts'

/** A test with a server of its own behind a proxy that asks for a sign-in. */
const test = testOnOneServer.extend<{ proxied: { server: Server; proxy: SignInProxy } }>({
  proxied: async ({ mail }, use) => {
    const port = await freePort()
    const server = await Server.open({ SMTP_URL: mail.url, APP_URL: `http://localhost:${port}` })
    const proxy = new SignInProxy()
    await proxy.listen(port, Number(new URL(server.directUrl).port))
    await use({ server, proxy })
    await proxy.close()
    await server.close()
  },
  backend: async ({ proxied }, use) => use(proxied.server),
})

test.use({ outages: true })

const ended = 'You need to sign in again. Reload the page.'

for (const refusal of ['redirect', 'page'] as const)
  test(`when the session at a proxy has ended (${refusal}), the page says so, and a reload leads to the proxy’s sign-in`, async ({
    ana,
    proxied: { proxy },
  }) => {
    const { page } = ana
    proxy.refusal = refusal
    const choir = await groupOf('Choir', ana)
    await page.goto(`/groups/${choir.id}`)
    await expect(page.getByText('Live', { exact: true })).toBeVisible()

    proxy.endSession()
    const notice = page.getByRole('alert').filter({ hasText: ended })
    await expect(notice).toBeVisible()
    await expect(rowOf(page, ana)).toBeVisible()
    await notice.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('link', { name: 'Sign in at the proxy' }).click()
    await expect(cardOf(page, choir)).toBeVisible()
    await cardOf(page, choir).getByRole('link').click()
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await expect(notice).toHaveCount(0)
  })

test('the manifest is requested with the cookies, because a proxy needs them', async ({
  ana,
  proxied: { proxy },
}) => {
  await ana.page.goto('/dashboard')
  const devTools = await ana.context.newCDPSession(ana.page)
  const { data, errors } = await devTools.send('Page.getAppManifest')
  expect([JSON.parse(data ?? '').start_url, errors]).toEqual(['/dashboard', []])
  expect(proxy.manifestRequests.at(-1)?.cookie).toContain('grouplight=')
})
