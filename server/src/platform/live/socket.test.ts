import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect as dial } from 'node:net'
import { promisify } from 'node:util'
import {
  closeCodes,
  heartbeatMs,
  type LiveMessage,
  livePath,
  liveProtocol,
} from '@grouplight/contract/live.ts'
import { problemStatus } from '@grouplight/contract/problem.ts'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LiveScreen, upgradeStatus } from '#testing/live-screen.ts'
import { Hub } from './hub.ts'
import { type RefusedUpgrade, type SocketOptions, serveLive } from './socket.ts'

const origin = 'https://grouplight.example'
const log = pino({ level: 'silent' })

let hub: Hub
let server: Server
let stop: () => void
let url: string
let screens: LiveScreen[]
let flooding: string
let refused: RefusedUpgrade[]
let refusalsLeft: number

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  hub = new Hub()
  server = createServer()
  flooding = ''
  refused = []
  refusalsLeft = 100
  const limitMessages = (session: string) => session !== flooding
  const onRefused = (refusal: RefusedUpgrade) => void refused.push(refusal)
  const limitRefusals = async () => refusalsLeft-- > 0
  stop = serveLive(server, {
    hub,
    log,
    origin,
    limitRefusals,
    authenticate,
    onRefused,
    limitMessages,
    topicsOf,
    onLive: () => {},
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  screens = []
})

afterEach(async () => {
  for (const screen of screens) screen.close()
  stop()
  server.close()
  server.closeAllConnections()
  vi.useRealTimers()
})

describe('an upgrade', () => {
  test.each([
    ['with neither an Origin nor a bearer token', {}, 403],
    ['from another site', { origin: 'https://evil.example' }, 403],
    ['from an origin that only begins like the site’s origin', { origin: `${origin}.evil.example` }, 403],
    ['from the site’s host without TLS', { origin: 'http://grouplight.example' }, 403],
    ['from another port', { origin: `${origin}:8443` }, 403],
    ['from a sandboxed page', { origin: 'null' }, 403],
    [
      'from a page of another site, even with a bearer token',
      { origin: 'https://evil.example', authorization: 'Bearer x' },
      403,
    ],
    ['for a guest', { origin, userId: 'guest' }, 401],
    ['for an unverified user', { origin, userId: 'unverified' }, 403],
    ['from a client above its limit', { origin, userId: 'flood' }, 429],
  ])('is refused %s', async (_, headers, status) => {
    expect(await upgrade({ userId: 'ana', ...headers })).toBe(status)
    expect(hub.countOf('ana')).toBe(0)
    expect(refused.map(({ code }) => problemStatus[code])).toEqual([status])
  })

  test('is refused at any other path', async () => {
    expect(await upgrade({ userId: 'ana', origin }, '/api/other')).toBe(404)
    expect(refused).toMatchObject([{ code: 'not-found' }])
  })

  test('an upgrade with a wrong origin or path gets a 429 response after too many attempts, and a correct upgrade is still accepted', async () => {
    refusalsLeft = 2
    const evil = { origin: 'https://evil.example', userId: 'ana' }
    expect(await upgrade(evil)).toBe(403)
    expect(await upgrade({ origin, userId: 'ana' }, '/api/other')).toBe(404)
    expect([await upgrade(evil), await upgrade({ origin }, '/api/other')]).toEqual([429, 429])
    expect(refused.slice(-2).map(({ code }) => code)).toEqual(['too-many-requests', 'too-many-requests'])
    expect(await upgrade({ origin, userId: 'ana' })).toBe(101)
  })

  test('an upgrade that is refused leaves no connection open, even if the client does not close it', async () => {
    const { port } = server.address() as AddressInfo
    const stubborn = dial({ port, host: '127.0.0.1', allowHalfOpen: true })
    stubborn.write('GET /api/other HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    stubborn.resume()
    await once(stubborn, 'end')
    await vi.waitFor(async () => expect(await promisify(server.getConnections.bind(server))()).toBe(0))
    stubborn.destroy()
  })

  test('is accepted from pages of the site and from programs with a bearer token', async () => {
    expect(await upgrade({ userId: 'ana', origin }, `${livePath}?x=1`)).toBe(101)
    expect(await upgrade({ userId: 'ana', authorization: 'Bearer x' })).toBe(101)
    expect(refused).toEqual([])
  })

  test('gets a 503 response when the database is unreachable', async () => {
    expect(await upgrade({ userId: 'broken', origin })).toBe(503)
    expect(refused).toMatchObject([{ code: 'unavailable' }])
  })
})

describe('an open connection', () => {
  test('starts with “hello” and the version of the protocol, gets the messages of its topics, and answers a ping', async () => {
    const ana = await open('ana')
    expect(ana.socket.extensions, 'no compression, though it was offered').toBe('')
    hub.receive(['publish', 'red', ['group.changed', 'red', 2]])
    hub.receive(['publish', 'blue', ['group.changed', 'blue', 2]])
    expect(await ana.settled()).toEqual([
      ['hello', { protocol: liveProtocol }],
      ['group.changed', 'red', 2],
    ])
  })

  test.each([
    ['anything but a ping', 'pong', 1008],
    ['an empty message', '', 1008],
    ['a binary message', Buffer.from('ping'), 1008],
    ['a frame of 17 KiB', 'x'.repeat(17 * 1024), 1009],
  ])('is closed after %s, and other connections stay open', async (_, data, code) => {
    const [ana, ben] = [await open('ana'), await open('ben')]
    ana.socket.send(data)
    expect(await ana.closed).toBe(code)
    await vi.waitUntil(() => hub.countOf('ana') === 0)
    hub.receive(['publish', 'red', ['group.changed', 'red', 2]])
    expect(ana.received).toHaveLength(1)
    expect(await ben.settled()).toHaveLength(2)
  })

  test.each([
    ['messages', ({ socket }: LiveScreen) => socket.send('ping')],
    ['pings', ({ socket }: LiveScreen) => socket.ping()],
    ['pongs', ({ socket }: LiveScreen) => socket.pong()],
  ])(
    'is closed after %s above the limit of its session, and other connections stay open',
    async (_, sendOne) => {
      const [ana, ben] = [await open('ana'), await open('ben')]
      await ana.settled()
      flooding = 'ana’s session'
      for (let sent = 0; sent < 100; sent++) sendOne(ana)
      expect(await ana.closed).toBe(1008)
      hub.receive(['publish', 'red', ['group.changed', 'red', 2]])
      expect(await ben.settled()).toHaveLength(2)
    },
  )

  test('is closed after a message in too many fragments', async () => {
    const ana = await open('ana')
    ana.socket.send('p', { fin: false })
    for (let piece = 0; piece < 20; piece++) ana.socket.send('', { fin: false })
    ana.socket.send('ing', { fin: true })
    expect(await ana.closed).toBe(1008)
  })

  test('is closed immediately if it is a user’s 21st, and the other 20 stay open', async () => {
    const first = await Promise.all(Array.from({ length: 20 }, () => open('ana')))
    const extra = connect('ana')
    await once(extra.socket, 'open')
    // A frame that is too large must not change the close code.
    extra.socket.send('x'.repeat(17 * 1024))
    expect(await extra.closed).toBe(closeCodes.tooManySockets)
    expect(extra.received).toEqual([])
    expect(refused).toMatchObject([{ code: 'too-many-requests', userId: 'ana' }])
    await open('ben')

    hub.receive(['sendTo', 'ana', ['account.changed']])
    for (const screen of first) expect(await screen.settled()).toHaveLength(2)
    first[0]?.close()
    await vi.waitUntil(() => hub.countOf('ana') === 19)
    await open('ana')
  })

  test('a connection of a session that has just ended is closed before it receives any message', async () => {
    const ended = connect('ended')
    expect(await ended.closed).toBe(closeCodes.sessionEnded)
    expect(ended.received).toEqual([])
  })

  test('is closed when its client reads too slowly, and other connections still receive everything', async () => {
    const [sleeper, ana] = [await open('sleeper'), await open('ana')]
    sleeper.socket.pause()
    const changes = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`somebody ${n}`, 0]))
    const big: LiveMessage = ['t', 'red', 1, 0, changes]
    let published = 0
    while (hub.countOf('sleeper') > 0) {
      expect(published).toBeLessThan(1_000)
      hub.receive(['publish', 'red', big])
      published++
      await ana.settled()
    }
    expect(ana.received).toHaveLength(published + 1)
    hub.receive(['publish', 'red', ['group.changed', 'red', 2]])
    expect(await ana.settled()).toHaveLength(published + 2)
  })
})

describe('every 25 seconds', () => {
  test('every client gets a heartbeat, and a client that has not answered the last ping is disconnected', async () => {
    const [ana, asleep] = [await open('ana'), await open('asleep')]
    asleep.socket.pause()
    for (let turn = 1; turn <= 3; turn++) {
      const [beat, ping] = [once(ana.socket, 'message'), once(ana.socket, 'ping')]
      vi.advanceTimersByTime(heartbeatMs)
      expect(String((await beat)[0])).toBe('["beat"]')
      await ping
      // The server handles Ana's frames in order. When it answers her ping, it has received her answer to its own ping.
      ana.socket.ping()
      await once(ana.socket, 'pong')
      if (turn > 1) await vi.waitUntil(() => hub.countOf('asleep') === 0)
      expect([hub.countOf('ana'), hub.countOf('asleep')]).toEqual([1, turn > 1 ? 0 : 1])
    }
  })
})

test('when the server stops, every client gets the close code that makes it reconnect', async () => {
  const [ana, ben] = [await open('ana'), await open('ben')]
  stop()
  expect([await ana.closed, await ben.closed]).toEqual([closeCodes.restarting, closeCodes.restarting])
  expect([hub.countOf('ana'), hub.countOf('ben')]).toEqual([0, 0])
})

async function authenticate({ headers }: IncomingMessage): ReturnType<SocketOptions['authenticate']> {
  const userId = String(headers.userid)
  if (userId === 'broken') throw new Error('the database is unreachable')
  if (userId === 'guest') return 'unauthenticated'
  if (userId === 'unverified') return 'email-not-verified'
  if (userId === 'flood') return 'too-many-requests'
  return { userId, session: `${userId}’s session` }
}

async function topicsOf(session: string): Promise<Set<string> | null> {
  return session === 'ended’s session' ? null : new Set(['red'])
}

function connect(userId: string): LiveScreen {
  const screen = new LiveScreen(url + livePath, { origin, userId })
  screens.push(screen)
  return screen
}

async function open(userId: string): Promise<LiveScreen> {
  const screen = connect(userId)
  await screen.next(([name]) => name === 'hello')
  return screen
}

function upgrade(headers: Record<string, string>, path = livePath): Promise<number | undefined> {
  return upgradeStatus(url + path, headers)
}
