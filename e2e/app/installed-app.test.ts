import { groupOf, turn } from '../fixtures/group.ts'
import { cardOf, rowOf, switchOf } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

test('the manifest has the site’s name, and icons and shortcuts that are there', async ({ stranger }) => {
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

test('a shortcut asks once which group it means, and then turns the switch there', async ({ member }) => {
  const ana = await member('Ana')
  const [choir, chess] = [await groupOf('Choir', ana), await groupOf('Chess', ana)]
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

test.describe('without a network', () => {
  test.use({ outages: true })

  test('the app starts with what it last knew and says of when it is, and is right once it is back', async ({
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
    await expect(ana.page.getByRole('status').getByText(/^Offline, as of \d\d:\d\d$/)).toBeVisible({
      timeout: 20_000,
    })

    await turn(ben, group, false)
    server.network.mend()
    await expect(rowOf(ana.page, ben)).toContainText('Unavailable', { timeout: 15_000 })
    await expect(ana.page.getByText('Live', { exact: true })).toBeVisible()
  })

  test('who has signed out leaves nothing behind', async ({ member, server }) => {
    const ana = await member('Ana', { serviceWorkers: 'allow' })
    await groupOf('Choir', ana)
    await ana.page.goto('/profile')
    await ana.page.evaluate(() => navigator.serviceWorker.ready)
    const lastKnown = () => ana.page.evaluate(() => localStorage.getItem('last-known'))
    await expect.poll(lastKnown).toContain('Choir')
    await ana.page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(ana.page).toHaveURL('/login')
    await expect.poll(lastKnown).toBeNull()
    server.network.cut()
    await ana.page.goto('/dashboard')
    await expect(ana.page.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible({
      timeout: 20_000,
    })
    await expect(ana.page.getByText('Choir')).toHaveCount(0)
  })
})
