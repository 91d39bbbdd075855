import { closeCodes, heartbeatMs, type LiveMessage } from '@grouplight/contract/live.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { backOffMs } from './back-off.ts'
import type { Connection } from './connection-state.ts'
import { type LiveConnection, openLiveConnection, type Socket } from './live-connection.ts'

class FakeSocket {
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  sent: unknown[] = []
  closed = false
  send = (data: unknown) => this.sent.push(data)
  close = () => {
    this.closed = true
  }

  says(message: unknown) {
    this.onmessage?.call(this as never, { data: JSON.stringify(message) } as MessageEvent)
  }

  breaks(code = 1006) {
    this.onclose?.call(this as never, { code } as CloseEvent)
  }
}

const hello: LiveMessage = ['hello', { protocol: 1 }]
let sockets: FakeSocket[]
let states: Connection['status'][]
let heard: LiveMessage[]
let refusals: number
let connection: LiveConnection

const newest = () => sockets.at(-1) as FakeSocket

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  states = []
  heard = []
  refusals = 0
  connection = openLiveConnection({
    connect: () => {
      sockets.push(new FakeSocket())
      return newest() as unknown as Socket
    },
    onMessage: message => heard.push(message),
    onRefused: () => refusals++,
    onChange: ({ status }) => states.push(status),
    random: () => 1,
  })
})

afterEach(() => {
  connection.close()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

async function becomeSteady() {
  newest().says(hello)
  await vi.advanceTimersByTimeAsync(6_000)
}

test('is live from the hello on and passes every message', () => {
  newest().says(hello)
  newest().says(['invitations.changed'])
  expect(states).toEqual(['live'])
  expect(heard).toEqual([hello, ['invitations.changed']])
})

test('a lost connection comes back soon, and is offline only after ten seconds', async () => {
  await becomeSteady()
  newest().breaks()
  expect(states).toEqual(['live', 'reconnecting'])
  await vi.advanceTimersByTimeAsync(500)
  expect(sockets).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(9_600)
  expect(states.at(-1)).toBe('offline')
  newest().says(hello)
  expect(states.at(-1)).toBe('live')
})

test('failed attempts grow apart and ask whether the session is still there', async () => {
  const openedAt: number[] = []
  for (let attempt = 0; attempt < 9; attempt++) {
    newest().breaks()
    await vi.advanceTimersToNextTimerAsync()
    while (sockets.length < attempt + 2) await vi.advanceTimersToNextTimerAsync()
    openedAt.push(Date.now())
  }
  const pauses = openedAt.slice(1).map((at, n) => at - (openedAt[n] ?? 0))
  expect(pauses).toEqual([2_000, 4_000, 4_000, 4_000, 4_000, 4_000, 4_000, 4_000])
  expect(refusals).toBe(9)
})

test('a server that greets and hangs up at once is not stormed', async () => {
  for (let attempt = 0; attempt < 5; attempt++) {
    newest().says(hello)
    newest().breaks(closeCodes.tooManySockets)
    await vi.advanceTimersToNextTimerAsync()
  }
  newest().says(hello)
  newest().breaks(closeCodes.tooManySockets)
  const opened = sockets.length
  await vi.advanceTimersByTimeAsync(15_000)
  expect(sockets.length - opened).toBeLessThan(2)
})

test('the end of the session is told at once', async () => {
  await becomeSteady()
  newest().breaks(closeCodes.sessionEnded)
  expect(refusals).toBe(1)
})

test('after a restart of the server all come back spread over seconds', async () => {
  await becomeSteady()
  newest().breaks(closeCodes.restarting)
  await vi.advanceTimersByTimeAsync(3_900)
  expect(sockets).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(sockets).toHaveLength(2)
})

test('silence for two beats means that the connection is dead', async () => {
  await becomeSteady()
  newest().says(['beat'])
  await vi.advanceTimersByTimeAsync(2 * heartbeatMs - 1)
  expect(states.at(-1)).toBe('live')
  await vi.advanceTimersByTimeAsync(1)
  expect(states.at(-1)).toBe('reconnecting')
  expect(sockets[0]?.closed).toBe(true)
})

test('a check that is answered keeps the connection, one that is not replaces it within a second', async () => {
  await becomeSteady()
  connection.check()
  expect(newest().sent).toEqual(['ping'])
  newest().says(['beat'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sockets).toHaveLength(1)

  connection.check()
  await vi.advanceTimersByTimeAsync(1_001)
  expect(sockets).toHaveLength(2)
})

test('a check while waiting for the next attempt makes it at once', async () => {
  await becomeSteady()
  newest().breaks()
  connection.check()
  expect(sockets).toHaveLength(2)
})

test('an unreadable message is answered by beginning anew', async () => {
  await becomeSteady()
  newest().says(['something', 'new'])
  expect(heard).toEqual([hello])
  await vi.advanceTimersByTimeAsync(500)
  expect(sockets).toHaveLength(2)
})

test('a handshake that never ends is given up', async () => {
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sockets[0]?.closed).toBe(true)
})

test('half of every pause is chance', () => {
  expect(backOffMs(3, () => 0)).toBe(2_000)
  expect(backOffMs(3, () => 1)).toBe(4_000)
})
