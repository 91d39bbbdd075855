import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect as dial } from 'node:net'
import { promisify } from 'node:util'
import { closeCodes, heartbeatMs, type LiveMessage, livePath } from '@grouplight/contract/live.ts'
import { problemStatus } from '@grouplight/contract/problem.ts'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { LiveScreen } from '#testing/live-screen.ts'
import { Hub } from './hub.ts'
import { type SocketOptions, serveLive, type TurnedAway } from './socket.ts'

const origin = 'https://grouplight.example'
const log = pino({ level: 'silent' })

let hub: Hub
let server: Server
let stop: () => void
let url: string
let screens: LiveScreen[]
let flooding: string
let away: TurnedAway[]
let knocks: number

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  hub = new Hub()
  server = createServer()
  flooding = ''
  away = []
  knocks = 100
  const mayAsk = (session: string) => session !== flooding
  const turnedAway = (who: TurnedAway) => void away.push(who)
  const mayKnock = async () => knocks-- > 0
  stop = serveLive(server, { hub, log, origin, mayKnock, authenticate, turnedAway, mayAsk, topicsOf })
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

describe('the door', () => {
  test.each([
    ['without an Origin', {}, 403],
    ['from another site', { origin: 'https://evil.example' }, 403],
    ['from an origin that only begins like ours', { origin: `${origin}.evil.example` }, 403],
    ['from our host without TLS', { origin: 'http://grouplight.example' }, 403],
    ['from another port', { origin: `${origin}:8443` }, 403],
    ['from a sandboxed page', { origin: 'null' }, 403],
    [
      'from a foreign page, even with a bearer token',
      { origin: 'https://evil.example', authorization: 'Bearer x' },
      403,
    ],
    ['as a guest', { origin, person: 'guest' }, 401],
    ['as somebody unverified', { origin, person: 'unverified' }, 403],
    ['to a flood', { origin, person: 'flood' }, 429],
  ])('is shut %s', async (_, headers, status) => {
    expect(await knock({ person: 'ana', ...headers })).toBe(status)
    expect(hub.countOf('ana')).toBe(0)
    expect(away.map(({ code }) => problemStatus[code])).toEqual([status])
  })

  test('is shut at any other path', async () => {
    expect(await knock({ person: 'ana', origin }, '/api/other')).toBe(404)
    expect(away).toMatchObject([{ code: 'not-found' }])
  })

  test('is shut to whoever knocks too often, wherever they come from and whatever they ask for', async () => {
    knocks = 2
    const evil = { origin: 'https://evil.example', person: 'ana' }
    expect(await knock(evil)).toBe(403)
    expect(await knock({ origin, person: 'ana' }, '/api/other')).toBe(404)
    expect([await knock(evil), await knock({ origin }, '/api/other')]).toEqual([429, 429])
    expect(away.slice(-2).map(({ code }) => code)).toEqual(['too-many-requests', 'too-many-requests'])
    expect(await knock({ origin, person: 'ana' })).toBe(101)
  })

  test('is let go of by who is refused, even if they never hang up', async () => {
    const { port } = server.address() as AddressInfo
    const stubborn = dial({ port, host: '127.0.0.1', allowHalfOpen: true })
    stubborn.write('GET /api/other HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    stubborn.resume()
    await once(stubborn, 'end')
    await vi.waitFor(async () => expect(await promisify(server.getConnections.bind(server))()).toBe(0))
    stubborn.destroy()
  })

  test('is open to our own pages, and to programs that show a bearer token', async () => {
    expect(await knock({ person: 'ana', origin }, `${livePath}?x=1`)).toBe(101)
    expect(await knock({ person: 'ana', authorization: 'Bearer x' })).toBe(101)
    expect(away).toEqual([])
  })

  test('says so when one cannot be admitted now', async () => {
    expect(await knock({ person: 'broken', origin })).toBe(503)
    expect(away).toMatchObject([{ code: 'unavailable' }])
  })
})

describe('an open connection', () => {
  test('says hello with its protocol, hears its topics, and answers a ping', async () => {
    const ana = await open('ana')
    expect(ana.socket.extensions, 'no compression, though it was offered').toBe('')
    hub.publish('red', ['group.changed', 'red', 2])
    hub.publish('blue', ['group.changed', 'blue', 2])
    expect(await ana.settled()).toEqual([
      ['hello', { protocol: 1 }],
      ['group.changed', 'red', 2],
    ])
  })

  test.each([
    ['anything but a ping', 'pong', 1008],
    ['an empty message', '', 1008],
    ['a binary message', Buffer.from('ping'), 1008],
    ['a frame of 17 KiB', 'x'.repeat(17 * 1024), 1009],
  ])('is closed for %s', async (_, data, code) => {
    const [ana, ben] = [await open('ana'), await open('ben')]
    ana.socket.send(data)
    expect(await ana.closed).toBe(code)
    await vi.waitUntil(() => hub.countOf('ana') === 0)
    hub.publish('red', ['group.changed', 'red', 2])
    expect(ana.heard).toHaveLength(1)
    expect(await ben.settled()).toHaveLength(2)
  })

  test.each([
    ['messages', ({ socket }: LiveScreen) => socket.send('ping')],
    ['pings', ({ socket }: LiveScreen) => socket.ping()],
    ['pongs', ({ socket }: LiveScreen) => socket.pong()],
  ])('is closed for %s when its session may ask no more, and nobody else notices', async (_, say) => {
    const [ana, ben] = [await open('ana'), await open('ben')]
    await ana.settled()
    flooding = 'ana’s session'
    for (let said = 0; said < 100; said++) say(ana)
    expect(await ana.closed).toBe(1008)
    hub.publish('red', ['group.changed', 'red', 2])
    expect(await ben.settled()).toHaveLength(2)
  })

  test('is closed for a message in countless pieces, which would cost time and count for one', async () => {
    const ana = await open('ana')
    ana.socket.send('p', { fin: false })
    for (let piece = 0; piece < 20; piece++) ana.socket.send('', { fin: false })
    ana.socket.send('ing', { fin: true })
    expect(await ana.closed).toBe(1008)
  })

  test('is refused as a person’s 21st, which harms none of the 20', async () => {
    const first = await Promise.all(Array.from({ length: 20 }, () => open('ana')))
    const extra = connect('ana')
    await once(extra.socket, 'open')
    // Not even by a frame that breaks the protocol.
    extra.socket.send('x'.repeat(17 * 1024))
    expect(await extra.closed).toBe(closeCodes.tooManySockets)
    expect(extra.heard).toEqual([])
    expect(away).toMatchObject([{ code: 'too-many-requests', person: 'ana' }])
    await open('ben')

    hub.sendTo('ana', ['account.changed'])
    for (const screen of first) expect(await screen.settled()).toHaveLength(2)
    first[0]?.close()
    await vi.waitUntil(() => hub.countOf('ana') === 19)
    await open('ana')
  })

  test('of a session that has ended meanwhile is closed before it hears anything', async () => {
    const ended = connect('ended')
    expect(await ended.closed).toBe(closeCodes.sessionEnded)
    expect(ended.heard).toEqual([])
  })

  test('that lets a mebibyte pile up is dropped, while the others hear everything', async () => {
    const [sleeper, ana] = [await open('sleeper'), await open('ana')]
    sleeper.socket.pause()
    const changes = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`somebody ${n}`, 0]))
    const big: LiveMessage = ['t', 'red', 1, 0, changes]
    let published = 0
    while (hub.countOf('sleeper') > 0) {
      expect(published).toBeLessThan(1_000)
      hub.publish('red', big)
      published++
      await ana.settled()
    }
    expect(ana.heard).toHaveLength(published + 1)
    hub.publish('red', ['group.changed', 'red', 2])
    expect(await ana.settled()).toHaveLength(published + 2)
  })
})

describe('every 25 seconds', () => {
  test('everybody hears a beat, and whoever has not answered the ping before is gone', async () => {
    const [ana, asleep] = [await open('ana'), await open('asleep')]
    asleep.socket.pause()
    for (let turn = 1; turn <= 3; turn++) {
      const [beat, ping] = [once(ana.socket, 'message'), once(ana.socket, 'ping')]
      vi.advanceTimersByTime(heartbeatMs)
      expect(String((await beat)[0])).toBe('["beat"]')
      await ping
      // Her answer is there when the one after it is answered.
      ana.socket.ping()
      await once(ana.socket, 'pong')
      if (turn > 1) await vi.waitUntil(() => hub.countOf('asleep') === 0)
      expect([hub.countOf('ana'), hub.countOf('asleep')]).toEqual([1, turn > 1 ? 0 : 1])
    }
  })
})

test('a stop tells every browser to come back', async () => {
  const [ana, ben] = [await open('ana'), await open('ben')]
  stop()
  expect([await ana.closed, await ben.closed]).toEqual([closeCodes.restarting, closeCodes.restarting])
  expect([hub.countOf('ana'), hub.countOf('ben')]).toEqual([0, 0])
})

/** Who somebody says they are counts here: sessions are the account's. */
async function authenticate({ headers }: IncomingMessage): ReturnType<SocketOptions['authenticate']> {
  const person = String(headers.person)
  if (person === 'broken') throw new Error('the database is away')
  if (person === 'guest') return 'unauthenticated'
  if (person === 'unverified') return 'email-not-verified'
  if (person === 'flood') return 'too-many-requests'
  return { person, session: `${person}’s session` }
}

async function topicsOf(person: string): Promise<string[] | null> {
  return person === 'ended' ? null : ['red']
}

function connect(person: string): LiveScreen {
  const screen = new LiveScreen(url + livePath, { origin, person })
  screens.push(screen)
  return screen
}

async function open(person: string): Promise<LiveScreen> {
  const screen = connect(person)
  await screen.next(([name]) => name === 'hello')
  return screen
}

/** The HTTP status that an upgrade is answered with. */
function knock(headers: Record<string, string>, path = livePath): Promise<number | undefined> {
  return new Promise(resolve => {
    const socket = new WebSocket(url + path, { headers })
    socket.on('upgrade', ({ statusCode }) => resolve(statusCode))
    socket.on('unexpected-response', (_request, { statusCode }) => {
      resolve(statusCode)
      socket.terminate()
    })
    socket.on('open', () => socket.terminate())
    socket.on('error', () => {})
  })
}
