import { createGroup } from '@grouplight/contract/group.ts'
import { expect, test } from '../fixtures/test.ts'

test('a new page starts at the top, and going back or reloading restores the scroll position', async ({
  ana: { page, api },
}) => {
  for (let n = 1; n <= 20; n++) await api.ok(createGroup, { body: { name: `Group ${n}`, description: '' } })
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  await page.goto('/dashboard')
  const oldest = page.getByRole('link', { name: 'Group 1', exact: true })
  await oldest.scrollIntoViewIfNeeded()
  const left = await scrolled()
  expect(left).toBeGreaterThan(300)

  await oldest.click()
  await expect(page.getByRole('heading', { name: 'Group 1', level: 1 })).toBeVisible()
  await expect.poll(scrolled).toBe(0)
  await page.goBack()
  await expect(oldest).toBeVisible()
  await expect.poll(scrolled).toBe(left)
  await page.reload()
  await expect(oldest).toBeVisible()
  await expect.poll(scrolled).toBe(left)
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Group 1', level: 1 })).toBeVisible()
  await expect.poll(scrolled).toBe(0)
})

test.describe('when a file fails to load', () => {
  test.use({ outages: true })

  test('a page whose code fails to load shows a message, and other pages can still be opened', async ({
    ana: { page },
  }) => {
    await page.route('**/assets/*/profile-page-*.js', route => route.fulfill({ status: 404 }))
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'My Groups' })).toBeVisible()
  })

  test('if the code of a page failed to load, the page opens with its styles once the network is back', async ({
    ana: { page, context },
  }) => {
    let isOffline = true
    await page.route(/\/assets\/\w+\/profile-page-/, async route => {
      if (isOffline) return route.abort()
      // The delay makes the styles arrive after all other files.
      if (route.request().url().endsWith('.css')) await new Promise(resolve => setTimeout(resolve, 1_000))
      return route.continue()
    })
    const failed = page.waitForEvent('requestfailed', request => request.url().endsWith('.css'))
    await page.goto('/dashboard')
    await failed
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Profile' }).click()
    isOffline = false
    await context.setOffline(false)
    const form = page.getByRole('region', { name: 'Profile' })
    await form.waitFor()
    expect(await form.evaluate(card => getComputedStyle(card).borderRadius)).toBe('22px')
  })

  test('a dialog opens without a network', async ({ ana: { page, context } }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'My Groups' })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Notifications' }).click()
    const dialog = page.getByRole('dialog', { name: 'Notifications' })
    await expect(dialog).toBeInViewport()
    await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCSS('width', '44px')
  })
})
