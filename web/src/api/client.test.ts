import { countUnread, listNotifications, readNotification } from '@grouplight/contract/notification.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { call, ProblemError } from './client.ts'

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
