import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Pulse } from './pulse.ts'

let isAnswering: boolean
let revivals: number
let pulse: Pulse

beforeEach(async () => {
  vi.useFakeTimers()
  isAnswering = true
  revivals = 0
  pulse = new Pulse({
    beat: () => (isAnswering ? Promise.resolve() : new Promise(() => {})),
    revive: () => {
      revivals++
    },
    log: pino({ level: 'silent' }),
  })
  await pulse.start()
})

afterEach(() => {
  pulse.stop()
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
  pulse.heard('dies')
  pulse.heard('ends')
  await vi.advanceTimersByTimeAsync(2_000)
  pulse.heard('lives')
  pulse.farewell('ends')
  for (let second = 0; second < 20; second++) {
    await vi.advanceTimersByTimeAsync(1_000)
    pulse.heard('lives')
  }
  expect(pulse.gaps).toBe(gaps + 1)
})

test('while the bus is away no node is taken for dead', async () => {
  pulse.heard('other')
  isAnswering = false
  await vi.advanceTimersByTimeAsync(60_000)
  isAnswering = true
  await vi.advanceTimersByTimeAsync(2_000)
  pulse.heard('other')
  const { gaps } = pulse
  await vi.advanceTimersByTimeAsync(3_000)
  expect(pulse.gaps).toBe(gaps)
})
