import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batchedRead, forgetDashboard, readWholeDashboard } from './batched-read.ts'

const account = { uid: 'ana', displayName: 'Ana', email: 'ana@example.com', emailVerified: true }
const unread = { unread: 3, latestId: 40 }
const dashboard = { groups: [], unread, invitations: [] }

let answer: unknown
const fetch = vi.fn(async (_url: string) => Response.json(answer))

beforeEach(() => {
  fetch.mockClear()
  forgetDashboard()
  answer = { account, dashboard }
  vi.stubGlobal('fetch', fetch)
})
afterEach(() => vi.unstubAllGlobals())

const mustNotBeCalled = () => Promise.reject(new Error('A part was read by its own request.'))

test('parts of the dashboard that are read at the same time share one request', async () => {
  const parts = [
    batchedRead('account', mustNotBeCalled),
    batchedRead('unread', mustNotBeCalled),
    batchedRead('groups', mustNotBeCalled),
    batchedRead('invitations', mustNotBeCalled),
  ]
  expect(await Promise.all(parts)).toEqual([account, unread, [], []])
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(['/api/dashboard'])
})

test('a single part of the dashboard is read by its own request', async () => {
  const newer = { unread: 4, latestId: 41 }
  expect(await batchedRead('unread', async () => newer)).toBe(newer)
  expect(fetch).not.toHaveBeenCalled()
})

test('a part that is read after the shared request has started gets its own request', async () => {
  const first = [batchedRead('account', mustNotBeCalled), batchedRead('unread', mustNotBeCalled)]
  await Promise.resolve()
  await Promise.resolve()
  const newer = { unread: 4, latestId: 41 }
  expect(await batchedRead('unread', async () => newer)).toBe(newer)
  expect(await Promise.all(first)).toEqual([account, unread])
})

test('for a guest, a shared request returns null for the account and throws unauthenticated for the groups', async () => {
  answer = { account: null, dashboard: null }
  const parts = await Promise.allSettled([
    batchedRead('account', mustNotBeCalled),
    batchedRead('groups', mustNotBeCalled),
  ])
  expect(parts).toMatchObject([
    { status: 'fulfilled', value: null },
    { status: 'rejected', reason: { code: 'unauthenticated', status: 401 } },
  ])
})

test('a second request sends the ETag of the cached response, and returns that response after a 304', async () => {
  const guest = { account: null, dashboard: null }
  const fetch = vi.fn(async (_url: string, { headers }: RequestInit) =>
    new Headers(headers).get('if-none-match') === 'W/"a"'
      ? new Response(null, { status: 304 })
      : Response.json(guest, { headers: { etag: 'W/"a"' } }),
  )
  vi.stubGlobal('fetch', fetch)
  const first = await readWholeDashboard()
  expect(first).toEqual(guest)
  expect(await readWholeDashboard()).toBe(first)
  const tags = () => fetch.mock.calls.map(([, { headers }]) => new Headers(headers).get('if-none-match'))
  expect(tags()).toEqual([null, 'W/"a"'])

  forgetDashboard()
  expect(await readWholeDashboard()).not.toBe(first)
  expect(tags()[2]).toBeNull()
})

test('a response that arrives after its user has signed out is not cached for the next user', async () => {
  let arrive = () => {}
  const fetch = vi.fn(
    (_url: string, _init: RequestInit) =>
      new Promise<Response>(resolve => {
        arrive = () =>
          resolve(Response.json({ account: null, dashboard: null }, { headers: { etag: 'W/"b"' } }))
      }),
  )
  vi.stubGlobal('fetch', fetch)
  forgetDashboard()
  const late = readWholeDashboard()
  forgetDashboard()
  arrive()
  await late
  const next = readWholeDashboard()
  arrive()
  await next
  expect(new Headers(fetch.mock.calls[1]?.[1].headers).has('if-none-match')).toBe(false)
})
