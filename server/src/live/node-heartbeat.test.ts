import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NodeHeartbeat } from './node-heartbeat.ts'

let isAnswering: boolean
let revivals: number
let said: string[]
let pulse: NodeHeartbeat

beforeEach(async () => {
  vi.useFakeTimers()
  isAnswering = true
  revivals = 0
  said = []
  pulse = new NodeHeartbeat({
    say: async word => {
      said.push(word)
      if (!isAnswering) await new Promise(() => {})
    },
    revive: () => {
      revivals++
    },
    log: pino({ level: 'silent' }),
  })
  await pulse.start()
})

afterEach(async () => {
  const stopped = pulse.stop()
  // Also where the bus does not answer.
  await vi.advanceTimersByTimeAsync(1_000)
  await stopped
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('a bus that falls silent is away within two seconds, connected anew, and back with a gap', async () => {
  const { gaps } = pulse
  isAnswering = false
  await vi.advanceTimersByTimeAsync(2_000)
  expect([pulse.isAway, revivals, pulse.gaps]).toEqual([true, 1, gaps])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(revivals).toBe(3)
  isAnswering = true
  await vi.advanceTimersByTimeAsync(1_500)
  expect([pulse.isAway, pulse.gaps]).toEqual([false, gaps + 1])
})

test('a connection that breaks is away at once', () => {
  pulse.broke()
  expect([pulse.isAway, revivals]).toEqual([true, 1])
})

test('a node that falls silent leaves a gap, one that says farewell does not', async () => {
  const { gaps } = pulse
  pulse.heard('dies', 'beat')
  pulse.heard('ends', 'beat')
  await vi.advanceTimersByTimeAsync(2_000)
  pulse.heard('lives', 'beat')
  pulse.heard('ends', 'bye')
  for (let second = 0; second < 20; second++) {
    await vi.advanceTimersByTimeAsync(1_000)
    pulse.heard('lives', 'beat')
  }
  expect(pulse.gaps).toBe(gaps + 1)
})

test('who was without the bus says so, and leaves a gap for those who were not', async () => {
  await vi.advanceTimersByTimeAsync(1_000)
  isAnswering = false
  await vi.advanceTimersByTimeAsync(2_000)
  isAnswering = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(said.indexOf('back')).toBeGreaterThan(2)
  expect(said.slice(said.lastIndexOf('back') + 1)).toContain('beat')
  expect(said[0]).toBe('beat')
  const { gaps } = pulse
  pulse.heard('other', 'beat')
  pulse.heard('other', 'back')
  expect([pulse.isAway, pulse.gaps]).toEqual([false, gaps + 1])
})

test('while the bus is away no node is taken for dead', async () => {
  pulse.heard('other', 'beat')
  isAnswering = false
  await vi.advanceTimersByTimeAsync(60_000)
  isAnswering = true
  await vi.advanceTimersByTimeAsync(2_000)
  pulse.heard('other', 'beat')
  const { gaps } = pulse
  await vi.advanceTimersByTimeAsync(3_000)
  expect(pulse.gaps).toBe(gaps)
})
