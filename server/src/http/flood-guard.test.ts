import { readSession } from '@grouplight/contract/account.ts'
import { setAvailability } from '@grouplight/contract/availability.ts'
import { livePath } from '@grouplight/contract/live.ts'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Person } from '#testing/person.ts'
import { useTestApp } from '#testing/test-app.ts'
import { FloodGuard } from './flood-guard.ts'

const guest = { session: null, ip: '192.0.2.1' }
const ana = { session: 'anas', ip: guest.ip }

describe('the allowance', () => {
  test('is ten seconds’ worth at once, and comes back with time', () => {
    const { guard, pass } = guardOf(2)
    for (let asked = 0; asked < 20; asked++) ask(guard, guest)
    expect(guard.admits(guest)).toBe(false)
    pass(500)
    expect(ask(guard, guest)).toBe(true)
    expect(guard.admits(guest)).toBe(false)
    pass(60_000)
    for (let asked = 0; asked < 20; asked++) expect(ask(guard, guest)).toBe(true)
    expect(guard.admits(guest)).toBe(false)
  })

  test('of a good session is its own, whatever the others of its address do', () => {
    const { guard } = guardOf(2)
    ask(guard, ana, true)
    for (let asked = 0; asked < 20; asked++) ask(guard, guest)
    expect([guard.admits(guest), guard.admits(ana)]).toEqual([false, true])
    for (let asked = 0; asked < 20; asked++) ask(guard, ana, true)
    expect(guard.admits(ana)).toBe(false)
  })

  test('is no larger for made-up sessions: they count for their address', () => {
    const { guard } = guardOf(2)
    for (let asked = 0; asked < 20; asked++) ask(guard, { ...guest, session: `made up ${asked}` })
    expect(guard.admits({ ...guest, session: 'one more' })).toBe(false)
    expect(guard.admits({ session: 'one more', ip: '192.0.2.2' })).toBe(true)
  })
})

describe('a flood', () => {
  const app = useTestApp({ LIMIT_REQUESTS_PER_SECOND: '10' })

  test('of one person is refused, and the others go on', async () => {
    const [flooder, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { id: groupId } = await app.groupOf(flooder, ben)
    const wish = (person: Person, available: boolean) =>
      person.call(setAvailability, { params: { groupId, userId: person.userId }, body: { available } })

    const answers: Awaited<ReturnType<typeof wish>>[] = []
    for (let round = 0; round < 6; round++)
      answers.push(...(await Promise.all(Array.from({ length: 50 }, (_, n) => wish(flooder, n % 2 === 0)))))

    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    for (const { status, body, headers } of refused) {
      expect(status).toBe(429)
      expect(body).toEqual({
        code: 'too-many-requests',
        message: 'Too many requests. Please try again in a moment.',
      })
      expect(headers.get('retry-after')).toBe('1')
    }
    expect((await wish(ben, false)).status).toBe(200)
    // Some of the allowance has come back meanwhile.
    let knocked = 0
    while ((await knock(flooder)) !== 429) expect(++knocked).toBeLessThan(200)
    const bens = await ben.open()
    expect(bens.heard).toHaveLength(1)
  })

  test('is one, however the address is written', async () => {
    const statuses = new Set<number>()
    for (let round = 0; round < 4; round++) {
      const asked = Array.from({ length: 60 }, () => app.guest().request('GET', '/%61pi/session'))
      for (const { status } of await Promise.all(asked)) statuses.add(status)
    }
    expect([...statuses]).toEqual([200, 429])
  })

  test('of guests is refused, and who is signed in at the same address goes on', async () => {
    const ben = await app.signUp('Ben')
    await ben.ok(readSession)
    const statuses = new Set<number>()
    for (let round = 0; round < 4; round++) {
      const guests = Array.from({ length: 60 }, () => app.guest().call(readSession))
      for (const { status } of await Promise.all(guests)) statuses.add(status)
    }
    expect([...statuses]).toEqual([200, 429])
    expect((await ben.call(readSession)).status).toBe(200)
  })

  test.each([
    ['from foreign pages', { origin: 'https://evil.example' }, 403],
    ['to other paths', { path: '/api/other' }, 404],
  ])('of live connections %s is refused like one of guests', async (_, how, status) => {
    const statuses = new Set<number | undefined>()
    for (let round = 0; round < 4; round++)
      for (const answer of await Promise.all(Array.from({ length: 60 }, () => knock(app.guest(), how))))
        statuses.add(answer)
    expect([...statuses].sort()).toEqual([status, 429])
  })
})

/** The HTTP status that a live connection is answered with. */
function knock({ url, cookie }: Person, { origin = url, path = livePath } = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace('http', 'ws') + path, { headers: { cookie, origin } })
    socket.on('unexpected-response', (_request, { statusCode }) => {
      resolve(statusCode)
      socket.terminate()
    })
    socket.on('open', () => {
      resolve(101)
      socket.terminate()
    })
    socket.on('error', reject)
  })
}

function ask(guard: FloodGuard, client: typeof guest | typeof ana, isSomebodys = false): boolean {
  const isAdmitted = guard.admits(client)
  guard.count(client, isSomebodys)
  return isAdmitted
}

function guardOf(perSecond: number) {
  let now = 0
  return {
    guard: new FloodGuard(perSecond, () => now),
    pass: (ms: number) => {
      now += ms
    },
  }
}
