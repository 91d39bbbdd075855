import type { Group, Member } from '@grouplight/contract/group.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProblemError } from '#api/client.ts'
import { sessionQuery } from '#features/account/account-queries.ts'
import { learnGroup, setPending } from '#features/group/group-store.ts'
import { persistCache, restoredCacheTime } from './persisted-cache.ts'
import { clearCacheOnAccountChange } from './session-change.ts'

const ana = { uid: 'ana', displayName: 'Ana', email: 'ana@example.com', emailVerified: true }
const choir: Group = {
  id: 'choir',
  name: 'Choir',
  description: '',
  createdBy: 'ana',
  offeredTo: null,
  created: '2030-01-01T10:00:00.000Z',
  version: 5,
  memberCount: 1,
  availableCount: 0,
  members: [{ userId: 'ana', displayName: 'Ana', status: false, lastUpdated: '2030-01-01T10:00:00.000Z' }],
}
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
  queryClient.setQueryData(['groups'], [choir])
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
  queryClient.setQueryData(['groups'], [choir, { ...choir, id: 'chess' }])
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
  expect(await startWithoutServer()).toEqual([choir])
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
  expect(await startWithoutServer()).toEqual([choir])
  expect(queryClient.getQueryState(['groups'])).toMatchObject({ status: 'success', error: null })
})

test('a change that was not sent when the page was closed is not saved', async () => {
  await signInAndWaitForSave()
  learnGroup(queryClient, choir)
  const apply = (own: Member) => ({ ...own, status: true })
  setPending(queryClient, 'choir', { userId: 'ana', isUnsent: true, rivals: 0, apply })
  expect(queryClient.getQueryData(['groups'])).toMatchObject([
    { availableCount: 0, members: [{ isUnlit: true }] },
  ])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await startWithoutServer()).toEqual([choir])
})
