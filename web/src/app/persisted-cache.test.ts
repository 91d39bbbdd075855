import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionQuery } from '#account/account-queries.ts'
import { ProblemError } from '#api/client.ts'
import { persistCache, restoredCacheTime } from './persisted-cache.ts'
import { clearCacheOnAccountChange } from './session-change.ts'

const ana = { uid: 'ana', displayName: 'Ana', email: 'ana@example.com', emailVerified: true }
const dayMs = 24 * 60 * 60 * 1_000
const stored = new Map<string, string>()
let queryClient: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('window', new EventTarget())
  openPage()
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function openPage() {
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  clearCacheOnAccountChange(queryClient)
  persistCache(queryClient)
}

async function signInAndWaitForSave() {
  queryClient.setQueryData(sessionQuery.queryKey, ana)
  queryClient.setQueryData(['groups'], ['Choir'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(stored.get('last-known')).toContain('Choir')
}

async function startWithoutServer() {
  const unreachable = new ProblemError({ code: 'unreachable', status: 0, message: '' })
  openPage()
  void queryClient.prefetchQuery({ ...sessionQuery, retry: true, queryFn: () => Promise.reject(unreachable) })
  await vi.advanceTimersByTimeAsync(0)
  return queryClient.getQueryData(['groups'])
}

test('the end of the session removes the saved cache, and nothing is saved afterwards', async () => {
  await signInAndWaitForSave()
  queryClient.setQueryData(['groups'], ['Choir', 'Chess'])
  queryClient.setQueryData(sessionQuery.queryKey, null)
  expect(stored.has('last-known')).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(stored.has('last-known')).toBe(false)
})

test('an unauthenticated response removes the saved cache', async () => {
  await signInAndWaitForSave()
  const refused = new ProblemError({ code: 'unauthenticated', status: 401, message: '' })
  await queryClient.prefetchQuery({ queryKey: ['group', 'x'], queryFn: () => Promise.reject(refused) })
  expect(stored.has('last-known')).toBe(false)
})

test('a saved cache that is older than a week is removed instead of restored', async () => {
  await signInAndWaitForSave()
  vi.advanceTimersByTime(6 * dayMs)
  expect(await startWithoutServer()).toEqual(['Choir'])
  expect(restoredCacheTime()).not.toBeNull()
  vi.advanceTimersByTime(2 * dayMs)
  expect(await startWithoutServer()).toBeUndefined()
  expect(stored.has('last-known')).toBe(false)
  expect(restoredCacheTime()).toBeNull()
})

test('data that could not be fetched again in an outage stays saved', async () => {
  await signInAndWaitForSave()
  const unreachable = new ProblemError({ code: 'unreachable', status: 0, message: '' })
  const queryFn = () => Promise.reject(unreachable)
  await queryClient.prefetchQuery({ queryKey: ['groups'], staleTime: 0, queryFn })
  expect(queryClient.getQueryState(['groups'])?.status).toBe('error')
  queryClient.setQueryData(['invitations'], [])
  queryClient.setQueryData(sessionQuery.queryKey, { ...ana })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await startWithoutServer()).toEqual(['Choir'])
  expect(queryClient.getQueryState(['groups'])).toMatchObject({ status: 'success', error: null })
})
