import appTexts from 'texts:app'
import { listGroups } from '@grouplight/contract/group.ts'
import { countUnread } from '@grouplight/contract/notification.ts'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { callFunction } from './callable.ts'
import { call } from './client.ts'
import { problemText, signInText } from './problem-text.ts'
import { hasProxySignInEnded } from './proxy-sign-in.ts'

const loginPage = (status: number, type = 'text/html; charset=utf-8') =>
  new Response('<!doctype html><form>', { status, headers: { 'content-type': type } })
// Only browsers can make such a response.
const redirect = { type: 'opaqueredirect', status: 0, ok: false, headers: new Headers() } as Response

const fetched = vi.fn<typeof fetch>()
const answer = (response: Response) => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockImplementation(async () => response)
}

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['a redirect to another site', redirect],
  ['a login page with status 200', loginPage(200)],
  ['a login page with status 401', loginPage(401)],
  ['a login page with status 403', loginPage(403)],
  ['the word Unauthorized', loginPage(401, 'text/plain')],
  ['an empty object', Response.json({}, { status: 401 })],
])(
  '%s instead of JSON means that the sign-in at the proxy has ended, until the server answers again',
  async (_, response) => {
    answer(response)
    const error = await call(listGroups).catch(error => error)
    expect(error).toMatchObject({ code: 'unreachable', status: 0 })
    expect(hasProxySignInEnded()).toBe(true)
    expect([problemText(error), signInText(error)]).toEqual(Array(2).fill(appTexts.proxySignInEnded))
    expect(fetched.mock.lastCall?.[1]?.redirect).toBe('manual')

    answer(Response.json({ unread: 0, latestId: 0 }))
    await call(countUnread)
    expect(hasProxySignInEnded()).toBe(false)
  },
)

test.each([
  ['a refusal of the server', Response.json({ code: 'unauthenticated', message: '' }, { status: 401 })],
  ['an error page of a proxy', loginPage(502)],
  ['an error of a proxy without the server', loginPage(404, 'text/plain')],
])('%s does not', async (_, response) => {
  answer(response)
  await call(listGroups).catch(() => {})
  expect(hasProxySignInEnded()).toBe(false)
})

test('functions notice it, too, and their refusals do not mean it', async () => {
  answer(redirect)
  await callFunction('sendCustomPasswordReset', {}, z.object({})).catch(() => {})
  expect(hasProxySignInEnded()).toBe(true)
  answer(Response.json({ error: { status: 'PERMISSION_DENIED' } }, { status: 403 }))
  await callFunction('sendCustomPasswordReset', {}, z.object({})).catch(() => {})
  expect(hasProxySignInEnded()).toBe(false)
})
