import { closeCodes, heartbeatMs, type LiveMessage, liveProtocol } from '@grouplight/contract/live.ts'
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

  sends(message: unknown) {
    this.onmessage?.call(this as never, { data: JSON.stringify(message) } as MessageEvent)
  }

  closes(code = 1006) {
    this.onclose?.call(this as never, { code } as CloseEvent)
  }
}

const hello: LiveMessage = ['hello', { protocol: liveProtocol }]
let sockets: FakeSocket[]
let states: Connection['status'][]
let received: LiveMessage[]
let refusals: number
let connection: LiveConnection

const newest = () => sockets.at(-1) as FakeSocket

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  states = []
  received = []
  refusals = 0
  connection = openLiveConnection({
    connect: () => {
      sockets.push(new FakeSocket())
      return newest() as unknown as Socket
    },
    onMessage: message => received.push(message),
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

async function becomeStable() {
  newest().sends(hello)
  await vi.advanceTimersByTimeAsync(6_000)
}

test('the connection is live after the message hello, and valid messages are passed on', () => {
  newest().sends(hello)
  newest().sends(['invitations.changed'])
  expect(states).toEqual(['live'])
  expect(received).toEqual([hello, ['invitations.changed']])
})

test('a lost connection is replaced after 0.5 s, and counts as offline if no new connection is live within 10 s', async () => {
  await becomeStable()
  newest().closes()
  expect(states).toEqual(['live', 'reconnecting'])
  await vi.advanceTimersByTimeAsync(500)
  expect(sockets).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(9_600)
  expect(states.at(-1)).toBe('offline')
  newest().sends(hello)
  expect(states.at(-1)).toBe('live')
})

test('the pauses between failed attempts grow up to 4 s, and each failed attempt is reported', async () => {
  const openedAt: number[] = []
  for (let attempt = 0; attempt < 9; attempt++) {
    newest().closes()
    await vi.advanceTimersToNextTimerAsync()
    while (sockets.length < attempt + 2) await vi.advanceTimersToNextTimerAsync()
    openedAt.push(Date.now())
  }
  const pauses = openedAt.slice(1).map((at, n) => at - (openedAt[n] ?? 0))
  expect(pauses).toEqual([2_000, 4_000, 4_000, 4_000, 4_000, 4_000, 4_000, 4_000])
  expect(refusals).toBe(9)
})

test('a connection that is closed right after the message hello counts as a failed attempt', async () => {
  for (let attempt = 0; attempt < 5; attempt++) {
    newest().sends(hello)
    newest().closes(closeCodes.tooManySockets)
    await vi.advanceTimersToNextTimerAsync()
  }
  newest().sends(hello)
  newest().closes(closeCodes.tooManySockets)
  const opened = sockets.length
  await vi.advanceTimersByTimeAsync(15_000)
  expect(sockets.length - opened).toBeLessThan(2)
})

test('the end of the session is reported immediately', async () => {
  await becomeStable()
  newest().closes(closeCodes.sessionEnded)
  expect(refusals).toBe(1)
})

test('after a restart of the server, the longest random pause before the reconnect is about 4 s', async () => {
  await becomeStable()
  newest().closes(closeCodes.restarting)
  await vi.advanceTimersByTimeAsync(3_900)
  expect(sockets).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(sockets).toHaveLength(2)
})

test('after two missed heartbeats the connection is closed and counts as reconnecting', async () => {
  await becomeStable()
  newest().sends(['beat'])
  await vi.advanceTimersByTimeAsync(2 * heartbeatMs - 1)
  expect(states.at(-1)).toBe('live')
  await vi.advanceTimersByTimeAsync(1)
  expect(states.at(-1)).toBe('reconnecting')
  expect(sockets[0]?.closed).toBe(true)
})

test('a check replaces the connection after a second, unless the server responds', async () => {
  await becomeStable()
  connection.check()
  expect(newest().sent).toEqual(['ping'])
  newest().sends(['beat'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sockets).toHaveLength(1)

  connection.check()
  await vi.advanceTimersByTimeAsync(1_001)
  expect(sockets).toHaveLength(2)
})

test('a check during the pause between two attempts starts the second attempt immediately', async () => {
  await becomeStable()
  newest().closes()
  connection.check()
  expect(sockets).toHaveLength(2)
})

test('after an invalid message the client reconnects', async () => {
  await becomeStable()
  newest().sends(['something', 'new'])
  expect(received).toEqual([hello])
  await vi.advanceTimersByTimeAsync(500)
  expect(sockets).toHaveLength(2)
})

test('a connection on which no message hello arrives is closed after 10 s', async () => {
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sockets[0]?.closed).toBe(true)
})

test('the pause after a failed attempt is a random time between half of its maximum and its maximum', () => {
  expect(backOffMs(3, () => 0)).toBe(2_000)
  expect(backOffMs(3, () => 1)).toBe(4_000)
})
