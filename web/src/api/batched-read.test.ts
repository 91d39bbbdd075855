import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batchedRead } from './batched-read.ts'
import { clearEtagCache } from './etag-cache.ts'

const account = { uid: 'ana', displayName: 'Ana', email: 'ana@example.com', emailVerified: true }
const unread = { unread: 3, latestId: 40 }
const dashboard = { groups: [], unread, invitations: [] }

let answer: unknown
const fetch = vi.fn(async (_url: string) => Response.json(answer))

beforeEach(() => {
  fetch.mockClear()
  clearEtagCache()
  answer = { account, dashboard }
  vi.stubGlobal('fetch', fetch)
})
afterEach(() => vi.unstubAllGlobals())

const never = () => Promise.reject(new Error('was read on its own'))

test('parts that are read in one turn of the event loop share one request', async () => {
  const parts = [
    batchedRead('account', never),
    batchedRead('unread', never),
    batchedRead('groups', never),
    batchedRead('invitations', never),
  ]
  expect(await Promise.all(parts)).toEqual([account, unread, [], []])
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(['/api/dashboard'])
})

test('a single part is read on its own', async () => {
  const newer = { unread: 4, latestId: 41 }
  expect(await batchedRead('unread', async () => newer)).toBe(newer)
  expect(fetch).not.toHaveBeenCalled()
})

test('a part that is read a turn later gets a request of its own', async () => {
  const first = [batchedRead('account', never), batchedRead('unread', never)]
  await Promise.resolve()
  await Promise.resolve()
  const newer = { unread: 4, latestId: 41 }
  expect(await batchedRead('unread', async () => newer)).toBe(newer)
  expect(await Promise.all(first)).toEqual([account, unread])
})

test('a guest has no groups', async () => {
  answer = { account: null, dashboard: null }
  const parts = await Promise.allSettled([batchedRead('account', never), batchedRead('groups', never)])
  expect(parts).toMatchObject([
    { status: 'fulfilled', value: null },
    { status: 'rejected', reason: { code: 'unauthenticated', status: 401 } },
  ])
})
