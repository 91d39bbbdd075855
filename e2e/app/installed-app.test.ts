import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeCodes } from '@grouplight/contract/live.ts'
import type { Page } from '@playwright/test'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { groupOf, setStatus } from '../fixtures/group.ts'
import { cardOf, rowOf, switchOf } from '../fixtures/screen.ts'
import type { Server } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

test('the manifest has the site’s name, two shortcuts, and icons that can be loaded', async ({
  stranger,
}) => {
  const { page } = await stranger('Guest')
  await page.goto('/login')
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = await (await page.request.get(address ?? '')).json()
  expect(manifest).toMatchObject({ name: 'Grouplight', start_url: '/dashboard', display: 'standalone' })
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(src)
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type])
  }
  expect(manifest.shortcuts.map(({ name }: { name: string }) => name)).toEqual([
    'Go available',
    'Go unavailable',
  ])
})

test('a shortcut asks once which group it changes, and then turns the switch of this group', async ({
  ana,
}) => {
  const [choir, chess] = [await groupOf('Choir', ana), await groupOf('Chess', ana)]
  await ana.page.goto('/profile')
  await expect(ana.page.getByLabel('Language')).toBeVisible()
  await expect(ana.page.getByLabel('Group of the app’s shortcuts')).toHaveCount(0)
  await inAppWindow(ana.page)
  await ana.page.goto('/go/unavailable')
  await ana.page.getByRole('button', { name: 'Choir' }).click()
  await expect(ana.page).toHaveURL(`/groups/${choir.id}`)
  await expect(switchOf(ana.page, choir)).not.toBeChecked()
  await ana.page.goto('/go/available')
  await expect(ana.page).toHaveURL(`/groups/${choir.id}`)
  await expect(switchOf(ana.page, choir)).toBeChecked()

  await ana.page.goto('/profile')
  await ana.page.getByLabel('Group of the app’s shortcuts').selectOption('Chess')
  await ana.page.goto('/go/unavailable')
  await expect(ana.page).toHaveURL(`/groups/${chess.id}`)
  await expect(switchOf(ana.page, chess)).not.toBeChecked()
  await ana.page.goto('/go/sideways')
  await expect(ana.page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('a link from another site to a shortcut cannot turn a switch without a tap', async ({
  member,
  server,
}) => {
  await expectTapNeeded(await member('Ana'), server)
})

test('with a service worker, a link from another site to a shortcut cannot turn a switch without a tap', async ({
  member,
  server,
}) => {
  const ana = await member('Ana', { serviceWorkers: 'allow' })
  await ana.page.goto('/dashboard')
  await ana.page.evaluate(() => navigator.serviceWorker.ready)
  await expectTapNeeded(ana, server)
})

async function expectTapNeeded(ana: BrowserUser, server: Server): Promise<void> {
  const { page } = ana
  const group = await groupOf('Choir', ana)
  const shortcut = `${server.url}/go/unavailable`
  const other = await siteThatLeadsTo(shortcut)
  const yes = page.getByRole('button', { name: 'Go unavailable in Choir' })
  const ways = [
    async () => {
      await page.goto(other.url)
      await page.getByRole('link').click()
    },
    () => page.goto(`${other.url}/redirect`),
    () => page.goto(shortcut),
    async () => {
      await inAppWindow(page)
      await page.goto(other.url)
      await page.getByRole('link').click()
    },
  ]
  for (const arrive of ways) {
    await arrive()
    await expect(yes).toBeVisible()
    await page.reload()
    await expect(yes).toBeVisible()
    await page.goto(`/groups/${group.id}`)
    await expect(switchOf(page, group)).toBeChecked()
  }
  await page.goto(other.url)
  await page.getByRole('link').click()
  await expect(yes).toBeVisible()
  await yes.click()
  await expect(page).toHaveURL(`/groups/${group.id}`)
  await expect(switchOf(page, group)).not.toBeChecked()

  // A shortcut that is opened directly in the window of the app needs no tap.
  await page.goto('/go/available')
  await expect(switchOf(page, group)).toBeChecked()
  other.close()
}

/** Simulates, from the next load on, that the page is in the window of the installed app. */
async function inAppWindow(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const real = window.matchMedia.bind(window)
    const own = '(display-mode: standalone)'
    window.matchMedia = query => real(query === own ? 'all' : query)
  })
}

/** Starts a site with a link and a redirect to an address. Browsers treat 127.0.0.1 and localhost as different sites. */
async function siteThatLeadsTo(address: string): Promise<{ url: string; close: () => void }> {
  const site = createServer((request, response) => {
    if (request.url === '/redirect') return response.writeHead(302, { location: address }).end()
    return response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><link rel="icon" href="data:,"><a rel="noreferrer" href="${address}">Win a prize</a>`,
      )
  })
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    close: () => {
      site.close()
      site.closeAllConnections()
    },
  }
}

test.describe('without a network', () => {
  test.use({ outages: true })

  test('the app starts with saved data, shows the time of the data, and updates the data when the network is back', async ({
    member,
    server,
  }) => {
    const [ana, ben] = [await member('Ana', { serviceWorkers: 'allow' }), await member('Ben')]
    const group = await groupOf('Choir', ana, ben)
    await ana.page.goto('/dashboard')
    await expect(cardOf(ana.page, group)).toContainText('2 available')
    await ana.page.goto(`/groups/${group.id}`)
    await expect(rowOf(ana.page, ben)).toContainText('Available')
    await ana.page.evaluate(() => navigator.serviceWorker.ready)
    await expect.poll(() => ana.page.evaluate(() => localStorage.getItem('last-known'))).toContain(group.id)

    server.network.cut()
    await ana.page.goto('/dashboard')
    await expect(cardOf(ana.page, group)).toContainText('2 available')
    await cardOf(ana.page, group).getByRole('link').click()
    await expect(rowOf(ana.page, ben)).toContainText('Available')
    await expect(ana.page.getByRole('status').getByText(/^Offline, as of \d\d?:\d\d/)).toBeVisible()

    await setStatus(ben, group, false)
    server.network.restore()
    await expect(rowOf(ana.page, ben)).toContainText('Unavailable')
    await expect(ana.page.getByText('Live', { exact: true })).toBeVisible()
  })

  test('after a session was ended elsewhere, the browser deletes the saved data, even if the server cannot be reached', async ({
    ana,
  }) => {
    const { page } = ana
    await groupOf('Choir', ana)
    let end = () => {}
    await page.routeWebSocket('**/api/live', socket => {
      end = () => void socket.close({ code: closeCodes.sessionEnded })
    })
    await page.goto('/dashboard')
    const lastKnown = () => page.evaluate(() => localStorage.getItem('last-known'))
    await expect.poll(lastKnown).toContain('Choir')
    await page.route('**/api/**', route => route.abort())
    end()
    await expect.poll(lastKnown).toBeNull()
  })

  test('signing out deletes the saved data in the browser', async ({ member, server }) => {
    const ana = await member('Ana', { serviceWorkers: 'allow' })
    await groupOf('Choir', ana)
    await ana.page.goto('/profile')
    await ana.page.evaluate(() => navigator.serviceWorker.ready)
    const lastKnown = () => ana.page.evaluate(() => localStorage.getItem('last-known'))
    await expect.poll(lastKnown).toContain('Choir')
    await ana.page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await expect(ana.page).toHaveURL('/login')
    await expect.poll(lastKnown).toBeNull()
    server.network.cut()
    await ana.page.goto('/dashboard')
    await expect(ana.page.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible()
    await expect(ana.page.getByText('Choir')).toHaveCount(0)
  })
})
