import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { every } from './every.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const onError = () => {}

test.each([
  ['now', 3],
  ['after-pause', 2],
  ['on-demand', 0],
] as const)('if `first` is %s, %i runs start within two and a half pauses', async (first, runs) => {
  const work = vi.fn(async () => {})
  every(1_000, work, { first, onError })
  await vi.advanceTimersByTimeAsync(2_500)
  expect(work).toHaveBeenCalledTimes(runs)
})

test('the pause begins after a run has ended, so that runs never overlap', async () => {
  const work = vi.fn(() => new Promise(resolve => setTimeout(resolve, 5_000)))
  every(1_000, work, { onError })
  await vi.advanceTimersByTimeAsync(6_500)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(work).toHaveBeenCalledTimes(2)
})

test('several calls of runNow during a run start one more run directly after it', async () => {
  const ends: (() => void)[] = []
  const work = vi.fn(() => new Promise<void>(resolve => ends.push(resolve)))
  const { runNow } = every(1_000, work, { first: 'now', onError })
  for (let times = 0; times < 3; times++) runNow()
  expect(work).toHaveBeenCalledTimes(1)
  ends.shift()?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(work).toHaveBeenCalledTimes(2)
  ends.shift()?.()
  await vi.advanceTimersByTimeAsync(999)
  expect(work).toHaveBeenCalledTimes(2)
})

test('a call of runNow while the next pause is being computed starts a run', async () => {
  const work = vi.fn(async () => {})
  const pause = Promise.withResolvers<number>()
  const { runNow } = every(() => pause.promise, work, { first: 'now', onError })
  await vi.advanceTimersByTimeAsync(0)
  runNow()
  pause.resolve(60_000)
  await vi.advanceTimersByTimeAsync(0)
  expect(work).toHaveBeenCalledTimes(2)
})

test('if the pause is computed and `first` is missing, no run is scheduled', () => {
  // @ts-expect-error The type requires `first`.
  every(async () => 1_000, vi.fn(), { onError })
  expect(vi.getTimerCount()).toBe(0)
})

test('a failed run is reported, and the next run starts after the pause', async () => {
  const errors: unknown[] = []
  const work = vi.fn(() => Promise.reject('away'))
  every(1_000, work, { first: 'now', onError: error => errors.push(error) })
  await vi.advanceTimersByTimeAsync(1_500)
  expect(errors).toEqual(['away', 'away'])
})

test('stopping waits for the current run and prevents further runs', async () => {
  let end = () => {}
  const work = vi.fn(() => new Promise<void>(resolve => (end = resolve)))
  const { runNow, stop } = every(1_000, work, { first: 'now', onError })
  runNow()
  const stopped = vi.fn()
  const stopping = stop().then(stopped)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(stopped).not.toHaveBeenCalled()
  end()
  await stopping
  runNow()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([work.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0])
})
