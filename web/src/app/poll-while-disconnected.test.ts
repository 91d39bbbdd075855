import type { Group } from '@grouplight/contract/group.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { groupsQuery } from '#features/group/group-queries.ts'
import { learnGroup } from '#features/group/group-store.ts'
import { setConnection } from '#live/connection-state.ts'
import { showToast } from '#ui/toast.ts'
import { type Polling, pollWhileDisconnected } from './poll-while-disconnected.ts'

vi.mock('#ui/light-up.ts', () => ({ lightUp: vi.fn() }))
vi.mock('#ui/toast.ts', () => ({ showToast: vi.fn(), replaceToast: vi.fn(), isWaiting: vi.fn() }))

const instant = '2030-01-01T10:00:00.000Z'
const pollMs = 30_000
let version = 5
let queryClient: QueryClient
let answer: Group[]
let polling: Polling

function choir(availableUserIds: string[]): Group {
  const members = ['ana', 'ben', 'cyd'].map(userId => ({
    userId,
    displayName: userId,
    status: availableUserIds.includes(userId),
    lastUpdated: instant,
  }))
  const counts = { memberCount: 3, availableCount: availableUserIds.length }
  const fields = { id: 'choir', name: 'Choir', description: '', createdBy: 'ana', offeredTo: null }
  return { ...fields, ...counts, created: instant, version: version++, members }
}

function start(isFresh = true) {
  polling = pollWhileDisconnected(queryClient, 'ana', { isFresh, onRefetched: () => {} })
}

function know(group: Group) {
  queryClient.setQueryData(groupsQuery.queryKey, [learnGroup(queryClient, group)])
}

async function nextPollFinds(...availableUserIds: string[]) {
  answer = [choir(availableUserIds)]
  await vi.advanceTimersByTimeAsync(pollMs)
}

const announced = () => vi.mocked(showToast).mock.calls.map(([, text]) => text)

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async () => Response.json({ groups: answer }))
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  setConnection({ status: 'reconnecting', asOf: null })
})

afterEach(() => {
  polling.stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('without a live connection, a member who becomes available after the page was opened is announced once', async () => {
  know(choir(['cyd']))
  start()
  await nextPollFinds('ana', 'ben', 'cyd')
  expect(announced()).toEqual(['ben is now available in Choir'])
  await nextPollFinds('ana', 'ben', 'cyd')
  await nextPollFinds('ana', 'ben')
  expect(announced()).toHaveLength(1)
  await nextPollFinds('ana', 'ben', 'cyd')
  expect(announced()[1]).toBe('cyd is now available in Choir')
})

test('the first poll announces nothing if no data is cached, or if this page has not fetched the cached data', async () => {
  start()
  await nextPollFinds('ben')
  polling.stop()
  know(choir([]))
  start(false)
  await nextPollFinds('ben')
  expect(announced()).toEqual([])
})

test('after a lost connection, the first poll announces nothing and later polls announce changes', async () => {
  know(choir([]))
  start()
  setConnection({ status: 'live', asOf: 0 })
  polling.reset()
  setConnection({ status: 'offline', asOf: 0 })
  await nextPollFinds('ben')
  expect(announced()).toEqual([])
  await nextPollFinds('ben', 'cyd')
  expect(announced()).toEqual(['cyd is now available in Choir'])
})

test('without a live connection, a member who is on the open page but not on the card is announced', async () => {
  const page = choir([])
  know({ ...page, members: page.members.slice(0, 1) })
  learnGroup(queryClient, page)
  start()
  await nextPollFinds('cyd')
  expect(announced()).toEqual(['cyd is now available in Choir'])
})
