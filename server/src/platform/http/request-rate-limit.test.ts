import { once } from 'node:events'
import { connect } from 'node:net'
import { livePath } from '@grouplight/contract/live.ts'
import { describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { api } from '#testing/api.ts'
import { type TestApp, useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { type Client, RequestRateLimiter } from './request-rate-limit.ts'

const guest = { session: null, ip: () => '192.0.2.1' }
const ana = { session: 'anas', ip: guest.ip }

describe('the allowance', () => {
  test('allows ten seconds’ worth of requests at the same moment, and refills with time', () => {
    const { guard, pass } = guardOf(2)
    for (let asked = 0; asked < 20; asked++) expect(ask(guard, guest)).toBe(true)
    expect(ask(guard, guest)).toBe(false)
    pass(500)
    expect(ask(guard, guest)).toBe(true)
    expect(ask(guard, guest)).toBe(false)
    pass(60_000)
    for (let asked = 0; asked < 20; asked++) expect(ask(guard, guest)).toBe(true)
    expect(ask(guard, guest)).toBe(false)
  })

  test('the allowance of a valid session does not depend on other clients at the same address', () => {
    const { guard } = guardOf(2)
    ask(guard, ana, true)
    for (let asked = 0; asked < 20; asked++) ask(guard, guest)
    expect([ask(guard, guest), ask(guard, ana, true)]).toEqual([false, true])
    for (let asked = 0; asked < 20; asked++) ask(guard, ana, true)
    expect(ask(guard, ana, true)).toBe(false)
  })

  test('a session that was valid before keeps its allowance while guests flood its network, however long it was idle', () => {
    const { guard, pass } = guardOf(2)
    ask(guard, ana, true)
    pass(3_600_000)
    for (let asked = 0; asked < 40; asked++) ask(guard, guest)
    expect([ask(guard, guest), ask(guard, ana, true)]).toEqual([false, true])
  })

  test('the sessions of a user share an allowance, which is five times that of one session', () => {
    const { guard } = guardOf(2)
    const asked = Array.from({ length: 50 }, (_, n) => ({ ...guest, session: `anas ${n}` }))
    for (const client of asked) ask(guard, { ...client, ip: () => `192.0.2.${client.session}` }, true)
    let granted = 50
    for (let round = 0; round < 20; round++)
      for (const client of asked) if (ask(guard, client, true)) granted++
    expect(granted).toBe(5 * 20)
    expect(ask(guard, { ...guest, session: 'bens', ip: () => '192.0.2.9' }, true, 'ben')).toBe(true)
  })

  test('the networks of one owner of IPv6 addresses share an allowance, which is ten times that of one network', () => {
    const { guard } = guardOf(2)
    let granted = 0
    for (let network = 0; network < 30; network++)
      for (let asked = 0; asked < 20; asked++)
        if (ask(guard, { session: null, ip: () => `2001:db8:1:${network.toString(16)}::/64` })) granted++
    expect(granted).toBe(10 * 20)
    expect(ask(guard, { session: null, ip: () => '2001:db8:2:1::/64' })).toBe(true)
  })

  test('invented sessions do not enlarge the allowance, because they count for their address', () => {
    const { guard } = guardOf(2)
    for (let asked = 0; asked < 20; asked++) ask(guard, { ...guest, session: `made up ${asked}` })
    expect(ask(guard, { ...guest, session: 'one more' })).toBe(false)
    expect(ask(guard, { session: 'one more', ip: () => '192.0.2.2' })).toBe(true)
  })

  test('the allowance of the address is used first, and is restored when the session turns out to be valid', () => {
    const { guard } = guardOf(2)
    const charged: string[] = []
    for (let asked = 0; asked < 20; asked++) charged.push(guard.charge(ana) ?? '')
    expect(guard.charge(guest)).toBeNull()
    for (const key of charged) guard.settle(key, ana, 'ana')
    expect([ask(guard, guest), ask(guard, ana, true)]).toEqual([true, false])
  })

  test('the allowance of the address is used again after a session has ended', () => {
    const { guard } = guardOf(2)
    ask(guard, ana, true)
    for (let asked = 0; asked < 20; asked++) ask(guard, ana, false)
    expect(ask(guard, guest)).toBe(false)
  })
})

describe('a flood', () => {
  // An allowance of 20 requests, which is refilled so slowly that each flood exceeds it also on a slow machine. An earlier
  // flood of guests may have used it up.
  const app = useTestApp({ LIMIT_REQUESTS_PER_SECOND: '2' })

  test('a flood of one user is refused, and other users are not affected', async () => {
    const [flooder, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { id: groupId } = await app.groupOf(flooder, ben)
    const toggle = (user: TestUser, status: boolean) =>
      user.call(api.setAvailability, { params: { groupId, userId: user.userId }, body: { status } })

    const answers: Awaited<ReturnType<typeof toggle>>[] = []
    for (let round = 0; round < 2; round++)
      answers.push(...(await Promise.all(Array.from({ length: 50 }, (_, n) => toggle(flooder, n % 2 === 0)))))

    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    for (const { status, body, headers } of refused) {
      expect(status).toBe(429)
      expect(body).toEqual({
        code: 'too-many-requests',
        message: 'Too many requests. Please try again in a moment.',
        params: { reason: 'requests' },
      })
      expect(headers.get('retry-after')).toBe('1')
    }
    expect((await toggle(ben, false)).status).toBe(200)
    // A part of the allowance has been refilled since the first refusal, so some live connections may open before one is refused.
    let attempts = 0
    while ((await upgradeStatus(flooder)) !== 429) expect(++attempts).toBeLessThan(200)
    const bens = await ben.open()
    expect(bens.received).toHaveLength(1)
  })

  test('a flood is also refused if its requests spell their path in another way', async () => {
    const statuses = new Set<number>()
    const asked = Array.from({ length: 80 }, () => app.guest().request('GET', '/%61pi/session'))
    for (const { status } of await Promise.all(asked)) statuses.add(status)
    expect([...statuses].filter(status => status !== 200)).toEqual([429])
  })

  test('a flood of guests is refused, and users signed in at the same address are not affected', async () => {
    const ben = await app.signUp('Ben')
    await ben.ok(api.readSession)
    const statuses = new Set<number>()
    const guests = Array.from({ length: 80 }, () => app.guest().call(api.readSession))
    for (const { status } of await Promise.all(guests)) statuses.add(status)
    expect([...statuses].filter(status => status !== 200)).toEqual([429])
    expect((await ben.call(api.readSession)).status).toBe(200)
  })

  test.each([
    ['from pages of other sites', { origin: 'https://evil.example' }, 403],
    ['to other paths', { path: '/api/other' }, 404],
  ])('a flood of live connections %s is refused like a flood of guests', async (_, how, status) => {
    const statuses = new Set<number | undefined>()
    const asked = Array.from({ length: 80 }, () => upgradeStatus(app.guest(), how))
    for (const answer of await Promise.all(asked)) statuses.add(answer)
    expect([...statuses].filter(answer => answer !== status)).toEqual([429])
  })
})

describe('a client that disconnects before the response', () => {
  const app = useTestApp()
  const strict = useTestApp({ LIMIT_REQUESTS_PER_SECOND: '2' })

  test('is counted and refused like any other client', async () => {
    const [ana, ben] = [await strict.signUp('Ana'), await strict.signUp('Ben')]
    await ana.ok(api.listGroups)
    await Promise.all(Array.from({ length: 60 }, () => sendAndDisconnect(ana, 'GET', '/api/groups')))
    await vi.waitFor(() => expect(answered(strict)).toBe(61))
    expect(answered(strict, '4xx')).toBeGreaterThan(30)
    expect((await ben.call(api.listGroups)).status).toBe(200)
  })

  test('leaves a log line with its user and its request', async () => {
    const ana = await app.signUp('Ana')
    const lines = () =>
      app.logged
        .map(line => JSON.parse(line) as Record<string, unknown>)
        .filter(({ route, userId }) => route === '/api/account' && userId === ana.userId)
    for (let n = 0; n < 10; n++)
      await sendAndDisconnect(ana, 'PATCH', '/api/account', { displayName: `Ana ${n}` })
    await vi.waitFor(() => expect(lines()).toHaveLength(10))
    for (const line of lines()) expect(line).toMatchObject({ method: 'PATCH', hungUp: true, msg: 'answered' })
  })
})

async function sendAndDisconnect(
  { url, cookie }: TestUser,
  method: string,
  path: string,
  body?: object,
): Promise<void> {
  const { hostname, port, host } = new URL(url)
  const text = body ? JSON.stringify(body) : ''
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const type = body ? `content-type: application/json\r\ncontent-length: ${text.length}\r\n` : ''
  socket.end(`${method} ${path} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n${type}\r\n${text}`)
  socket.resume()
  await once(socket, 'close')
}

/** Returns the number of counted requests for the list of groups, in total or with statuses that contain `kind`. */
function answered({ services }: TestApp, kind = ''): number {
  const counted = [...services.counts.requests.values()].filter(
    ({ route, status }) => route === api.listGroups.path && status.includes(kind),
  )
  return counted.flatMap(({ seconds }) => seconds.counts).reduce((sum, count) => sum + count, 0)
}

function upgradeStatus(
  { url, cookie }: TestUser,
  { origin = url, path = livePath } = {},
): Promise<number | undefined> {
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

function ask(guard: RequestRateLimiter, client: Client, isSessionValid = false, userId = 'ana'): boolean {
  const charged = guard.charge(client)
  if (charged !== null) guard.settle(charged, client, isSessionValid ? userId : null)
  return charged !== null
}

function guardOf(perSecond: number) {
  let now = 0
  return {
    guard: new RequestRateLimiter(perSecond, { now: () => now }),
    pass: (ms: number) => {
      now += ms
    },
  }
}
