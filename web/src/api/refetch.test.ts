import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttledRefetch } from './refetch.ts'

const queryKey = ['group', 'choir']
let queryClient: QueryClient
let fetches: (() => void)[]
let unsubscribe: () => void

beforeEach(() => {
  vi.useFakeTimers()
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  fetches = []
  const staleTime = Number.POSITIVE_INFINITY
  queryClient.setQueryData(queryKey, 0)
  const queryFn = () => new Promise<number>(resolve => fetches.push(() => resolve(fetches.length)))
  unsubscribe = new QueryObserver(queryClient, { queryKey, queryFn, staleTime }).subscribe(() => {})
})

afterEach(() => {
  unsubscribe()
  vi.useRealTimers()
})

async function pass(ms: number) {
  for (let passed = 0; passed < ms; passed += 100) {
    for (const answer of fetches) answer()
    await vi.advanceTimersByTimeAsync(100)
  }
}

test('140 messages in less than 3 s cause four fetches; the first starts immediately, and the last starts after the last message', async () => {
  for (let event = 0; event < 140; event++) {
    throttledRefetch(queryClient, queryKey)
    expect(fetches.length).toBeGreaterThan(0)
    if (event % 5 === 0) await pass(100)
  }
  expect(fetches).toHaveLength(3)
  await pass(2_000)
  expect(fetches).toHaveLength(4)
  await pass(5_000)
  expect(fetches).toHaveLength(4)
})

test('when a refetch is requested during a fetch, another fetch follows only if the data still lacks the change', async () => {
  let isBehind = true
  throttledRefetch(queryClient, queryKey, () => isBehind)
  await pass(2_000)
  void queryClient.invalidateQueries({ queryKey })
  expect(fetches).toHaveLength(2)
  throttledRefetch(queryClient, queryKey, () => isBehind)
  await pass(200)
  expect(fetches).toHaveLength(3)
  await pass(2_000)
  void queryClient.invalidateQueries({ queryKey })
  throttledRefetch(queryClient, queryKey, () => isBehind)
  isBehind = false
  await pass(2_000)
  expect(fetches).toHaveLength(4)
})

test("when a fetch ends, the caller's condition decides whether another fetch follows", async () => {
  throttledRefetch(queryClient, queryKey)
  let isBehind = true
  throttledRefetch(queryClient, queryKey, () => isBehind)
  await pass(100)
  isBehind = false
  await pass(2_000)
  expect(fetches).toHaveLength(2)
})

test('a query that no page shows is only marked as stale', async () => {
  unsubscribe()
  throttledRefetch(queryClient, queryKey)
  await pass(2_000)
  expect(fetches).toHaveLength(0)
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
