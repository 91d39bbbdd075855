import type { BrowserUser } from '../fixtures/browser-user.ts'
import { setStatus } from '../fixtures/group.ts'
import { holdRequests } from '../fixtures/requests.ts'
import { cardOf, rowOf } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ outages: true })

test('the dashboard opens with one full response and one 304, and afterwards needs no requests for toggles', async ({
  ana,
  ben,
  choir,
  server,
}) => {
  const answers = recordResponses(ana)
  const openedOnce = ['GET /api/dashboard 200', 'GET /api/dashboard 304']

  await ana.page.goto('/dashboard')
  await expect(cardOf(ana.page, choir)).toContainText('2 available')
  await expect.poll(answers.all).toEqual(openedOnce)
  await toggleTwice(ben)
  expect(answers.take()).toEqual(openedOnce)

  await ana.page.reload()
  await expect.poll(answers.all).toEqual(openedOnce)
  await toggleTwice(ben)
  expect(answers.take()).toEqual(openedOnce)

  // After the first cut, the response is full, because toggles have changed the data. After the second cut, nothing has changed.
  for (const status of [200, 304]) {
    server.network.cut()
    server.network.restore()
    await expect.poll(answers.all).toEqual([`GET /api/dashboard ${status}`])
    answers.take()
  }
  await toggleTwice(ben)
  expect(answers.take()).toEqual([])

  /** Toggles twice, and waits until Ana's screen shows each change. This leaves time for the answer to an unwanted request. */
  async function toggleTwice(ben: BrowserUser) {
    await setStatus(ben, choir, false)
    await expect(cardOf(ana.page, choir)).toContainText('1 available')
    await setStatus(ben, choir, true)
    await expect(cardOf(ana.page, choir)).toContainText('2 available')
  }
})

test('a link to a group loads the group and the dashboard in parallel', async ({ ana, ben, choir }) => {
  const answers = recordResponses(ana)
  const releaseDashboard = await holdRequests(ana.page, '**/api/dashboard')
  await ana.page.goto(`/groups/${choir.id}`)
  await expect.poll(answers.all).toEqual([`GET /api/groups/${choir.id} 200`])
  releaseDashboard()
  await expect(rowOf(ana.page, ben)).toContainText('Available')
  const both = ['GET /api/dashboard', `GET /api/groups/${choir.id}`]
  await expect.poll(() => answers.all().sort()).toEqual(both.flatMap(path => [`${path} 200`, `${path} 304`]))

  answers.take()
  await ana.page.getByRole('link', { name: 'Grouplight' }).click()
  await expect(cardOf(ana.page, choir)).toContainText('2 available')
  expect(answers.take()).toEqual([])
})

test('after a sign-in, the dashboard opens with a full response and a 304, and without requests for groups, notifications or invitations', async ({
  ana,
}) => {
  await ana.context.clearCookies()
  const answers = recordResponses(ana)
  await ana.signIn()
  await expect(ana.page.getByRole('heading', { name: 'My Groups' })).toBeVisible()
  await expect.poll(() => answers.all().at(-1)).toBe('GET /api/dashboard 304')
  // How often the page reads the session depends on when the live connection opens.
  const asked = answers.all().filter(answer => answer !== 'GET /api/session 200')
  expect(asked.slice(0, 3)).toEqual([
    'GET /api/dashboard 200',
    'POST /api/session 200',
    'GET /api/dashboard 200',
  ])
  expect(answers.all().join()).not.toMatch(/groups|notifications|invitations/)
})

/** Records the API's responses to a browser in the order of their arrival, as texts like 'GET /api/dashboard 200'. */
function recordResponses({ page }: BrowserUser) {
  const answers: string[] = []
  page.on('response', response => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/api/') || pathname === '/api/live') return
    answers.push(`${response.request().method()} ${pathname} ${response.status()}`)
  })
  return {
    all: () => [...answers],
    take: () => answers.splice(0),
  }
}
