import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NodeHeartbeat } from './node-heartbeat.ts'

let isAnswering: boolean
let reconnects: number
let sent: string[]
let heartbeat: NodeHeartbeat

beforeEach(async () => {
  vi.useFakeTimers()
  isAnswering = true
  reconnects = 0
  sent = []
  heartbeat = new NodeHeartbeat({
    send: async message => {
      sent.push(message)
      if (!isAnswering) await new Promise(() => {})
    },
    reconnect: () => {
      reconnects++
    },
    log: pino({ level: 'silent' }),
  })
  await heartbeat.start()
})

afterEach(async () => {
  const stopped = heartbeat.stop()
  // Also where the bus does not answer.
  await vi.advanceTimersByTimeAsync(1_000)
  await stopped
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('a bus that does not answer counts as away within two seconds, is reconnected, and is back with a gap', async () => {
  const { gaps } = heartbeat
  isAnswering = false
  await vi.advanceTimersByTimeAsync(2_000)
  expect([heartbeat.isAway, reconnects, heartbeat.gaps]).toEqual([true, 1, gaps])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(reconnects).toBe(3)
  isAnswering = true
  await vi.advanceTimersByTimeAsync(1_500)
  expect([heartbeat.isAway, heartbeat.gaps]).toEqual([false, gaps + 1])
})

test('a lost connection counts as away at once', () => {
  heartbeat.connectionLost()
  expect([heartbeat.isAway, reconnects]).toEqual([true, 1])
})

test('a node that falls silent is a gap, and one that says that it stops is not', async () => {
  const { gaps } = heartbeat
  heartbeat.received('dies', 'beat')
  heartbeat.received('ends', 'beat')
  await vi.advanceTimersByTimeAsync(2_000)
  heartbeat.received('lives', 'beat')
  heartbeat.received('ends', 'bye')
  for (let second = 0; second < 20; second++) {
    await vi.advanceTimersByTimeAsync(1_000)
    heartbeat.received('lives', 'beat')
  }
  expect(heartbeat.gaps).toBe(gaps + 1)
})

test('a node that was without the bus tells the others, for whom that is a gap', async () => {
  await vi.advanceTimersByTimeAsync(1_000)
  isAnswering = false
  await vi.advanceTimersByTimeAsync(2_000)
  isAnswering = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent.indexOf('back')).toBeGreaterThan(2)
  expect(sent.slice(sent.lastIndexOf('back') + 1)).toContain('beat')
  expect(sent[0]).toBe('beat')
  const { gaps } = heartbeat
  heartbeat.received('other', 'beat')
  heartbeat.received('other', 'back')
  expect([heartbeat.isAway, heartbeat.gaps]).toEqual([false, gaps + 1])
})

test('no node counts as dead while the bus is away', async () => {
  heartbeat.received('other', 'beat')
  isAnswering = false
  await vi.advanceTimersByTimeAsync(60_000)
  isAnswering = true
  await vi.advanceTimersByTimeAsync(2_000)
  heartbeat.received('other', 'beat')
  const { gaps } = heartbeat
  await vi.advanceTimersByTimeAsync(3_000)
  expect(heartbeat.gaps).toBe(gaps)
})
