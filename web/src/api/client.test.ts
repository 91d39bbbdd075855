import { readDashboard } from '@grouplight/contract/dashboard.ts'
import { countUnread, listNotifications, readNotification } from '@grouplight/contract/notification.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { call, ProblemError } from './client.ts'
import { clearEtagCache } from './etag-cache.ts'

function serverAnswers(status: number, body: unknown) {
  const fetch = vi.fn(
    async (_url: string, _init: RequestInit) => new Response(JSON.stringify(body), { status }),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}

afterEach(() => vi.unstubAllGlobals())

test('a call fills in the path and the query, and returns only the specified fields of the response', async () => {
  const fetch = serverAnswers(200, { unread: 3, latestId: 7, more: true })
  expect(await call(readNotification, { params: { notificationId: 7 } })).toEqual({ unread: 3, latestId: 7 })
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/notifications/7/read')

  const list = serverAnswers(200, { notifications: [], nextBefore: null })
  await call(listNotifications, { query: { before: 9 } })
  await call(listNotifications, { query: { before: undefined } })
  expect(list.mock.calls.map(([url]) => url)).toEqual(['/api/notifications?before=9', '/api/notifications'])
})

test('a refusal is thrown with its code', async () => {
  serverAnswers(401, { code: 'unauthenticated', message: 'Sign in first.' })
  await expect(call(countUnread)).rejects.toMatchObject({ code: 'unauthenticated', status: 401 })
})

test('a refusal without a problem in its body gets its code from the HTTP status', async () => {
  serverAnswers(502, '<html>')
  await expect(call(countUnread)).rejects.toMatchObject({ code: 'unavailable', status: 502 })
})

test('a failed request throws a problem with the code unreachable, but an aborted request throws the original error', async () => {
  const cause = new TypeError('fetch failed')
  vi.stubGlobal('fetch', () => Promise.reject(cause))
  await expect(call(countUnread)).rejects.toBeInstanceOf(ProblemError)
  await expect(call(countUnread)).rejects.toMatchObject({ code: 'unreachable' })
  await expect(call(countUnread, { signal: AbortSignal.abort() })).rejects.toBe(cause)
})

test('a response whose body breaks off throws a problem with the code unreachable', async () => {
  const broken = () => new ReadableStream({ start: stream => stream.error(new TypeError('terminated')) })
  vi.stubGlobal('fetch', async () => new Response(broken(), { status: 200 }))
  await expect(call(countUnread)).rejects.toMatchObject({ code: 'unreachable', status: 0 })
})

test('a second request sends the ETag of the cached response, and returns that response after a 304', async () => {
  const guest = { account: null, dashboard: null }
  const fetch = vi.fn(async (_url: string, { headers }: RequestInit) =>
    new Headers(headers).get('if-none-match') === 'W/"a"'
      ? new Response(null, { status: 304 })
      : Response.json(guest, { headers: { etag: 'W/"a"' } }),
  )
  vi.stubGlobal('fetch', fetch)
  const first = await call(readDashboard)
  expect(first).toEqual(guest)
  expect(await call(readDashboard)).toBe(first)
  const tags = () => fetch.mock.calls.map(([, { headers }]) => new Headers(headers).get('if-none-match'))
  expect(tags()).toEqual([null, 'W/"a"'])

  clearEtagCache()
  expect(await call(readDashboard)).not.toBe(first)
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
  clearEtagCache()
  const late = call(readDashboard)
  clearEtagCache()
  arrive()
  await late
  const next = call(readDashboard)
  arrive()
  await next
  expect(new Headers(fetch.mock.calls[1]?.[1].headers).has('if-none-match')).toBe(false)
})
