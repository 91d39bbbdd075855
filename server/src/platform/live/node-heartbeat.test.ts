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
  // If the bus does not respond, the heartbeat stops only after this time.
  await vi.advanceTimersByTimeAsync(1_000)
  await stopped
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('a silent bus counts as unreachable within two seconds and is reconnected, and its return counts as a gap', async () => {
  const { gaps } = heartbeat
  isAnswering = false
  await vi.advanceTimersByTimeAsync(2_000)
  expect([heartbeat.isUnreachable, reconnects, heartbeat.gaps]).toEqual([true, 1, gaps])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(reconnects).toBe(3)
  isAnswering = true
  await vi.advanceTimersByTimeAsync(1_500)
  expect([heartbeat.isUnreachable, heartbeat.gaps]).toEqual([false, gaps + 1])
})

test('a bus whose connection is lost counts as unreachable immediately', () => {
  heartbeat.connectionLost()
  expect([heartbeat.isUnreachable, reconnects]).toEqual([true, 1])
})

test('a node that stops sending counts as a gap, unless it has sent the message “bye”', async () => {
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

test('a node that could not reach the bus for a while sends the message “back”, which the other nodes count as a gap', async () => {
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
  expect([heartbeat.isUnreachable, heartbeat.gaps]).toEqual([false, gaps + 1])
})

test('a node is alone once it has received nothing from any other node for a while, and then sends no commands', async () => {
  expect(heartbeat.maySend()).toBe(true)
  heartbeat.received('ends', 'beat')
  await vi.advanceTimersByTimeAsync(2_000)
  heartbeat.received('ends', 'bye')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(heartbeat.maySend()).toBe(true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heartbeat.maySend()).toBe(false)
})

test('a node that dropped a command while it was alone sends “back” once, and sends commands when another node appears', async () => {
  await vi.advanceTimersByTimeAsync(4_000)
  expect(sent).not.toContain('back')
  expect(heartbeat.maySend()).toBe(false)
  heartbeat.received('new', 'beat')
  expect(heartbeat.maySend()).toBe(true)
  sent = []
  await vi.advanceTimersByTimeAsync(1_500)
  expect(sent).toEqual(['back', 'beat', 'beat'])
})

test('a node that has just reached the bus again is not alone', async () => {
  await vi.advanceTimersByTimeAsync(4_000)
  heartbeat.connectionLost()
  expect(heartbeat.maySend()).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect([heartbeat.isUnreachable, heartbeat.maySend()]).toEqual([false, true])
})

test('the message “back” is repeated until the bus accepts it', async () => {
  isAnswering = false
  await vi.advanceTimersByTimeAsync(4_000)
  sent = []
  isAnswering = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent).toEqual(['back', 'beat', 'beat', 'beat'])
})

test('no node counts as dead while the bus is unreachable', async () => {
  heartbeat.received('other', 'beat')
  isAnswering = false
  await vi.advanceTimersByTimeAsync(60_000)
  isAnswering = true
  await vi.advanceTimersByTimeAsync(2_000)
  heartbeat.received('other', 'beat')
  const { gaps } = heartbeat
  await vi.advanceTimersByTimeAsync(2_000)
  expect(heartbeat.gaps).toBe(gaps)
})
