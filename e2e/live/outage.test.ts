import { readGroup, setNeeded } from '@grouplight/contract/group.ts'
import { axeViolations } from '../fixtures/axe.ts'
import { groupOf, setStatus } from '../fixtures/group.ts'
import { cardOf, rowOf, switchOf, toast } from '../fixtures/screen.ts'
import { bringToFront } from '../fixtures/tab.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ outages: true })

/** The colour `--muted` of the light scheme. */
const grey = 'rgb(92, 106, 99)'

test('the page shows Reconnecting… while the server restarts, and afterwards updates without a reload', async ({
  ana,
  ben,
  choir,
  server,
}) => {
  await ana.page.goto(`/groups/${choir.id}`)
  await expect(rowOf(ana.page, ben)).toContainText('Available')
  await expect(ana.page.getByText('Live', { exact: true })).toBeVisible()
  await server.stop()
  await expect(ana.page.getByRole('status').getByText('Reconnecting…')).toBeVisible()
  await expect(rowOf(ana.page, ben)).toContainText('Available')

  await server.start()
  await setStatus(ben, choir, false)
  await expect(ana.page.getByText('Live', { exact: true })).toBeVisible()
  await expect(rowOf(ana.page, ben)).toContainText('Unavailable')
  await setStatus(ben, choir, true)
  await expect(toast(ana.page, 'Ben is now available in Choir')).toBeVisible()
})

test('without a network, the screen shows the time of its data, and updates when the network is back', {
  tag: '@main',
}, async ({ ana, ben, choir, server }) => {
  await ana.api.ok(setNeeded, { params: { groupId: choir.id }, body: { needed: 2 } })
  await ana.page.goto(`/groups/${choir.id}`)
  await expect(ana.page.getByText('Live', { exact: true })).toBeVisible()
  await ana.context.setOffline(true)
  server.network.cut()
  const line = ana.page.getByRole('status').locator('[data-status=offline]').first()
  await expect(line).toHaveText(/^Offline, as of \d\d?:\d\d/)
  const bodyWidth = await ana.page.evaluate(() => document.body.clientWidth)
  await expect.poll(async () => (await line.boundingBox())?.width).toBe(bodyWidth)
  // The lamp, the number and its words have lost their colours.
  const number = ana.page.locator('strong').getByText('2', { exact: true })
  const lamp = rowOf(ana.page, ben).getByText('Available', { exact: true })
  for (const shown of [number, lamp, ana.page.getByText('Enough · 2 of 2')])
    await expect(shown).toHaveCSS('color', grey)
  await switchOf(ana.page, choir).click()
  await expect(toast(ana.page, 'Your change is sent as soon as it is back.').first()).toBeVisible()
  await switchOf(ana.page, choir).click()
  await switchOf(ana.page, choir).click()
  await expect(switchOf(ana.page, choir)).not.toBeChecked()

  await setStatus(ben, choir, false)
  const sent: unknown[] = []
  ana.page.on('requestfinished', request => request.method() === 'PUT' && sent.push(request.postDataJSON()))
  server.network.restore()
  await ana.context.setOffline(false)
  await expect(rowOf(ana.page, ben)).toContainText('Unavailable')
  await expect(ana.page.getByText('Live', { exact: true })).toBeVisible()
  await expect(rowOf(ana.page, ben).getByText('Unavailable', { exact: true })).not.toHaveCSS('color', grey)
  await expect(toast(ana.page, 'Ben is now available')).toHaveCount(0)
  // The user has toggled three times. Only the last toggle is sent, and only once.
  await expect
    .poll(
      async () =>
        (await ana.api.ok(readGroup, { params: { groupId: choir.id } })).members.find(
          ({ userId }) => userId === ana.api.userId,
        )?.status,
    )
    .toBe(false)
  await expect(switchOf(ana.page, choir)).not.toBeChecked()
  expect(sent).toEqual([{ status: false }])
})

for (const path of ['/dashboard', 'the group page'])
  test(`on ${path}, a change that is not sent is marked, and neither lit nor counted until it is sent`, async ({
    ana,
    choir,
    server,
  }) => {
    const { page } = ana
    await setStatus(ana, choir, false)
    await page.goto(path === '/dashboard' ? path : `/groups/${choir.id}`)
    const count = page.getByText('1 available')
    await expect(count).toBeVisible()
    server.network.cut()
    const toggle = switchOf(page, choir)
    await toggle.click()
    await expect(page.getByText('not sent yet')).toBeVisible()
    await expect(toggle).toBeChecked()
    await expect(toggle).toHaveAccessibleDescription('not sent yet')
    await expect(count).toBeVisible()
    if (path === '/dashboard') await expect(page.getByRole('img', { name: 'Lit lamps: Ben' })).toBeVisible()
    expect(await axeViolations(page)).toEqual([])

    server.network.restore()
    await expect(page.getByText('2 available')).toBeVisible()
    await expect(page.getByText('not sent yet')).toHaveCount(0)
    await expect(toggle).toBeChecked()
    await expect(toggle).toHaveAccessibleDescription('')
  })

test('if live connections are blocked, the page shows Reconnecting…, and users who become available are still announced', async ({
  ana,
  ben,
  choir,
}) => {
  await setStatus(ben, choir, false)
  await ana.page.clock.install()
  await ana.page.routeWebSocket('**/api/live', socket => socket.close())
  await ana.page.goto('/dashboard')
  await expect(cardOf(ana.page, choir)).toContainText('1 available')
  const banner = ana.page.getByRole('status').getByText('Reconnecting…')
  expect(await banner.count()).toBe(0)
  await ana.page.clock.runFor(3_000)
  await expect(banner).toBeVisible()

  await setStatus(ben, choir, true)
  await ana.page.clock.runFor(30_000)
  await expect(toast(ana.page, 'Ben is now available in Choir')).toBeVisible()
  await expect(cardOf(ana.page, choir)).toContainText('2 available')
})

test('a silently lost connection is replaced when the tab becomes visible again', async ({
  ana,
  ben,
  choir,
  server,
}) => {
  await ana.page.goto('/dashboard')
  await expect(cardOf(ana.page, choir)).toContainText('2 available')
  server.network.silenceLiveConnections()
  await setStatus(ben, choir, false)
  await expect(cardOf(ana.page, choir)).toContainText('2 available')
  await bringToFront(ana.page)
  await expect(cardOf(ana.page, choir)).toContainText('1 available')
})

test('a page opened during an outage loads by itself when the outage ends', async ({ ana }) => {
  await groupOf('Choir', ana)
  await ana.page.goto('/login')
  await expect(ana.page).toHaveURL('/dashboard')
  await ana.page.route('**/api/{dashboard,session}', route => route.abort())
  // Without the saved data, the page has nothing to show.
  await ana.page.addInitScript(() => localStorage.clear())
  await ana.page.reload()
  await expect(ana.page.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible()
  await ana.page.unroute('**/api/{dashboard,session}')
  await expect(ana.page.getByRole('link', { name: 'Choir' })).toBeVisible()
})

test('if the code of another page fails to load, the open page does not reload; if there is a newer version of the app, the open page reloads', async ({
  ana: { page },
}) => {
  let loads = 0
  page.on('load', () => loads++)
  await page.route('**/assets/*/profile-page-*', route => route.abort())
  const asked = page.waitForResponse(response => response.url().endsWith('/') && response.ok())
  await page.goto('/dashboard')
  await (await asked).finished()
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
  expect(loads).toBe(1)

  await page.route(/\/$/, route => route.fulfill({ body: '<script type="module" src="/assets/newer.js">' }))
  loads = 0
  await page.goto('/dashboard')
  await expect.poll(() => loads).toBe(2)
})
