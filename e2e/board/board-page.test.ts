import { withdrawCall } from '@grouplight/contract/ask-around.ts'
import { setShownOutside } from '@grouplight/contract/board.ts'
import { axeViolations } from '../fixtures/axe.ts'
import { allowAsking, ask, button, say } from '../fixtures/call.ts'
import { dialog } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'
import { boardOf } from '../fixtures/wall-board.ts'

test.describe('without a network', () => {
  test.use({ outages: true })

  test('a board turns grey, shows the time of its data, and recovers when the network is back', async ({
    ana,
    choir,
    server,
    stranger,
  }) => {
    const { page } = await stranger('Screen')
    await page.goto((await boardOf(ana, choir)).address)
    const body = page.locator('body')
    const asOf = page.locator('#as-of')
    await expect(asOf).toContainText(/^As of /)
    const lit = await page.locator('.lit').first().evaluate(colourOf)
    server.network.cut()
    await expect(asOf).toContainText(/^Connection lost · as of /)
    const colour = () => page.locator('.lit').first().evaluate(colourOf)
    await expect.poll(colour).not.toBe(lit)
    await expect(page.getByRole('heading', { name: 'Choir' })).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    server.network.restore()
    await expect(body).toHaveAttribute('data-status', 'shown')
    await expect.poll(colour).toBe(lit)
    server.network.silence()
    await expect(body).toHaveAttribute('data-status', 'lost')
  })

  test('the service worker of the app does not handle the page of a board, and this page registers no service worker and stores nothing', async ({
    member,
    choir,
    ana,
    server,
    stranger,
  }) => {
    const { address } = await boardOf(ana, choir)
    const ben = await member('Ben', { serviceWorkers: 'allow' })
    await ben.page.goto('/dashboard')
    await ben.page.evaluate(() => navigator.serviceWorker.ready)
    await ben.page.goto(address)
    await expect(ben.page.getByRole('heading', { name: 'Choir' })).toBeVisible()
    server.network.cut()
    // If the service worker handled this page, the reload would show the cached page of the app.
    await expect(ben.page.reload()).rejects.toThrow(/net::ERR/)
    server.network.restore()

    const { page } = await stranger('Screen', { serviceWorkers: 'allow' })
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Choir' })).toBeVisible()
    await page.waitForLoadState('load')
    await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
      0,
      0,
      '',
    ])
  })
})

test('a board requests that the screen stays on; the key F, a click or the button switches full screen', async ({
  ana,
  choir,
  stranger,
}) => {
  const { page } = await stranger('Screen')
  await page.addInitScript(() => {
    const locks: string[] = []
    Object.assign(window, { locks })
    Object.defineProperty(navigator, 'wakeLock', {
      value: { request: async (type: string) => locks.push(type) },
    })
  })
  await page.goto((await boardOf(ana, choir)).address)
  await expect(page.getByRole('heading', { name: 'Choir' })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { locks: string[] }).locks)).toEqual(['screen'])
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  const button = page.getByRole('button', { name: 'Full screen' })
  await page.keyboard.press('f')
  await expect.poll(isFull).toBe(true)
  await expect(button).toBeHidden()
  await page.getByRole('heading').click()
  await expect.poll(isFull).toBe(false)
  await button.click()
  await expect.poll(isFull).toBe(true)
})

test('a board says what is asked and how many can, but not who, if the creator has chosen this', async ({
  ana,
  ben,
  choir,
  stranger,
}) => {
  await allowAsking(ana, choir)
  await ben.api.ok(setShownOutside, { params: { groupId: choir.id }, body: { shown: true } })
  await ana.page.goto(`/groups/${choir.id}`)
  await button(ana.page, 'Board').click()
  const boards = dialog(ana.page, 'Board')
  await boards.getByRole('checkbox', { name: 'Show what is asked' }).check()
  await boards.getByText('Embed in a website').click()
  await button(boards, 'Make a board').click()
  await expect(boards.getByRole('listitem')).toContainText('Counts · what is asked')

  const [wall, plain, named] = [await stranger('Wall'), await stranger('Plain'), await stranger('Named')]
  await wall.page.goto(await boards.getByLabel('Address of the board').inputValue())
  await plain.page.goto((await boardOf(ana, choir, { showsNames: true })).address)
  await named.page.goto((await boardOf(ana, choir, { showsNames: true, showsCalls: true })).address)
  const call = await ask(ana, choir, 'Fire drill', { needed: 2 })
  await say(ben, call, true)
  await expect(wall.page.locator('#call')).toHaveText('Question: \u2068Fire drill\u2069 · 1 of 2')
  await expect(wall.page.getByText('Ben')).toHaveCount(0)
  await expect(named.page.locator('#call')).toHaveText('Question: \u2068Fire drill\u2069 · 1 of 2')
  await ana.api.ok(setShownOutside, { params: { groupId: choir.id }, body: { shown: true } })
  const asks = '\u2068Ana\u2069 asks: \u2068Fire drill\u2069 · 1 of 2'
  await expect(named.page.locator('#call')).toHaveText(asks)
  await expect(plain.page.getByRole('listitem')).toHaveText(['Ana', 'Ben'])
  await expect(plain.page.locator('#call')).toBeHidden()
  await ana.api.ok(withdrawCall, { params: { callId: call.id } })
  await expect(named.page.locator('#call')).toBeHidden()
})

test('a wrong or incomplete address shows the same text as a revoked board', async ({
  ana,
  choir,
  stranger,
}) => {
  const { page } = await stranger('Screen')
  const { address } = await boardOf(ana, choir)
  const [path = '', secret = ''] = address.split('#')
  const wrong = [path, `${path}#`, `${path}#${'x'.repeat(22)}`, `${path}x#${secret}`, `/board/ #${secret}`]
  for (const other of wrong) {
    await page.goto('/privacy')
    await page.goto(other)
    await expect(page.getByRole('heading')).toHaveText('This board is no longer shown.')
    await expect(page.getByRole('button')).toHaveCount(0)
  }
})

function colourOf(element: Element): string {
  return getComputedStyle(element).backgroundColor
}
