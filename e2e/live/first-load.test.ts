import { groupOf, setStatus } from '../fixtures/group.ts'
import { holdResponses } from '../fixtures/hold-responses.ts'
import type { Person } from '../fixtures/person.ts'
import { cardOf, rowOf } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ outages: true })

test('the dashboard needs one request, and afterwards only changes are loaded', async ({
  member,
  server,
}) => {
  const [ana, ben] = [await member('Ana'), await member('Ben')]
  const group = await groupOf('Choir', ana, ben)
  const answers = answersTo(ana)
  const openedOnce = ['GET /api/dashboard 200', 'GET /api/dashboard 304']

  await ana.page.goto('/dashboard')
  await expect(cardOf(ana.page, group)).toContainText('2 available')
  await expect.poll(answers.all).toEqual(openedOnce)
  await hearsOf(ben)
  expect(answers.take()).toEqual(openedOnce)

  await ana.page.reload()
  await expect.poll(answers.all).toEqual(openedOnce)
  await hearsOf(ben)
  expect(answers.take()).toEqual(openedOnce)

  // The first answer contains the toggles since then, the second none.
  for (const status of [200, 304]) {
    server.network.cut()
    server.network.restore()
    await expect.poll(answers.all).toEqual([`GET /api/dashboard ${status}`])
    answers.take()
  }
  await hearsOf(ben)
  expect(answers.take()).toEqual([])

  /** Ben's change shows. By then every earlier request has been answered. */
  async function hearsOf(ben: Person) {
    await setStatus(ben, group, false)
    await expect(cardOf(ana.page, group)).toContainText('1 available')
    await setStatus(ben, group, true)
    await expect(cardOf(ana.page, group)).toContainText('2 available')
  }
})

test('a link to a group loads the group and the dashboard in parallel', async ({ member }) => {
  const [ana, ben] = [await member('Ana'), await member('Ben')]
  const group = await groupOf('Choir', ana, ben)
  const answers = answersTo(ana)
  const dashboard = await holdResponses(ana.page, '**/api/dashboard')
  await ana.page.goto(`/groups/${group.id}`)
  await expect.poll(answers.all).toEqual([`GET /api/groups/${group.id} 200`])
  dashboard()
  await expect(rowOf(ana.page, ben)).toContainText('Available')
  const both = ['GET /api/dashboard', `GET /api/groups/${group.id}`]
  await expect.poll(() => answers.all().sort()).toEqual(both.flatMap(path => [`${path} 200`, `${path} 304`]))

  answers.take()
  await ana.page.getByRole('link', { name: 'Grouplight' }).click()
  await expect(cardOf(ana.page, group)).toContainText('2 available')
  expect(answers.take()).toEqual([])
})

test('signing in needs one request, too', async ({ member }) => {
  const ana = await member('Ana')
  await ana.context.clearCookies()
  const answers = answersTo(ana)
  await ana.signIn()
  await expect(ana.page.getByRole('heading', { name: 'My Groups' })).toBeVisible()
  await expect.poll(() => answers.all().at(-1)).toBe('GET /api/dashboard 304')
  // If the live connection opens before the first answer, only the session is read once more.
  const asked = answers.all().filter(answer => answer !== 'GET /api/session 200')
  expect(asked.slice(0, 3)).toEqual([
    'GET /api/dashboard 200',
    'POST /api/session 200',
    'GET /api/dashboard 200',
  ])
  expect(answers.all().join()).not.toMatch(/groups|notifications|invitations/)
})

/** The API's answers to a browser, in order. */
function answersTo({ page }: Person) {
  const answers: string[] = []
  page.on('response', response => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/api/') || pathname === '/api/live') return
    answers.push(`${response.request().method()} ${pathname} ${response.status()}`)
  })
  return {
    all: () => [...answers],
    /** Returns the answers so far and starts again. */
    take: () => answers.splice(0),
  }
}
