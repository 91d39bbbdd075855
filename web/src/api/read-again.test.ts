import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readAgain } from './read-again.ts'

const queryKey = ['group', 'choir']
let queryClient: QueryClient
let readings: (() => void)[]
let stopWatching: () => void

beforeEach(() => {
  vi.useFakeTimers()
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  readings = []
  const staleTime = Number.POSITIVE_INFINITY
  queryClient.setQueryData(queryKey, 0)
  const queryFn = () => new Promise<number>(resolve => readings.push(() => resolve(readings.length)))
  stopWatching = new QueryObserver(queryClient, { queryKey, queryFn, staleTime }).subscribe(() => {})
})

afterEach(() => {
  stopWatching()
  vi.useRealTimers()
})

async function pass(ms: number) {
  for (let passed = 0; passed < ms; passed += 100) {
    for (const answer of readings) answer()
    await vi.advanceTimersByTimeAsync(100)
  }
}

test('140 events in less than three seconds are four readings: the first at once, the last not lost', async () => {
  for (let event = 0; event < 140; event++) {
    readAgain(queryClient, queryKey)
    expect(readings.length).toBeGreaterThan(0)
    if (event % 5 === 0) await pass(100)
  }
  expect(readings).toHaveLength(3)
  await pass(2_000)
  expect(readings).toHaveLength(4)
  await pass(5_000)
  expect(readings).toHaveLength(4)
})

test('a reading under way is left to finish and followed by another, unless it has brought everything', async () => {
  let isBehind = true
  readAgain(queryClient, queryKey, () => isBehind)
  await pass(2_000)
  void queryClient.invalidateQueries({ queryKey })
  expect(readings).toHaveLength(2)
  readAgain(queryClient, queryKey, () => isBehind)
  await pass(200)
  expect(readings).toHaveLength(3)
  await pass(2_000)
  void queryClient.invalidateQueries({ queryKey })
  readAgain(queryClient, queryKey, () => isBehind)
  isBehind = false
  await pass(2_000)
  expect(readings).toHaveLength(4)
})

test('what a reading under way lacks is asked when it ends, before anything else can hide it', async () => {
  readAgain(queryClient, queryKey)
  let isBehind = true
  readAgain(queryClient, queryKey, () => isBehind)
  await pass(100)
  isBehind = false
  await pass(2_000)
  expect(readings).toHaveLength(2)
})

test('what is not shown is only marked, and read when it is opened', async () => {
  stopWatching()
  readAgain(queryClient, queryKey)
  await pass(2_000)
  expect(readings).toHaveLength(0)
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
