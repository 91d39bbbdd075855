import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type CallableError, callFunction } from './callable.ts'

const resultSchema = z.object({ success: z.boolean() })
const callReset = () => callFunction('resetPasswordWithToken', { token: 't' }, resultSchema)

function serverAnswers(status: number, body: unknown) {
  const fetch = vi.fn(
    async (_url: string, _init: RequestInit) => new Response(JSON.stringify(body), { status }),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}

async function refusal(): Promise<{ status: string; message: string }> {
  const { status, message } = await callReset().then(
    () => Promise.reject(new Error('It should have been refused.')),
    (error: CallableError) => error,
  )
  return { status, message }
}

afterEach(() => vi.unstubAllGlobals())

test('a call sends {data} and returns the {result} of the response', async () => {
  const fetch = serverAnswers(200, { result: { success: true } })
  expect(await callReset()).toEqual({ success: true })
  expect(fetch.mock.calls[0]?.[0]).toBe('/functions/us-central1/resetPasswordWithToken')
  expect(fetch.mock.calls[0]?.[1].body).toBe('{"data":{"token":"t"}}')
})

test('the status in the body takes precedence over the HTTP status', async () => {
  serverAnswers(409, { error: { status: 'ALREADY_EXISTS', message: 'Used.' } })
  expect(await refusal()).toEqual({ status: 'ALREADY_EXISTS', message: 'Used.' })
})

test.each([
  [429, 'RESOURCE_EXHAUSTED'],
  [504, 'DEADLINE_EXCEEDED'],
  [418, 'INTERNAL'],
])('if the body has no status, HTTP %i becomes %s', async (http, status) => {
  serverAnswers(http, { error: { message: 'No.' } })
  expect(await refusal()).toEqual({ status, message: 'No.' })
  serverAnswers(http, 'a page of a proxy')
  expect(await refusal()).toEqual({ status, message: '' })
})

test('a failed request becomes INTERNAL, and a timeout becomes UNAVAILABLE', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  expect((await refusal()).status).toBe('INTERNAL')
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('too long', 'TimeoutError')))
  expect((await refusal()).status).toBe('UNAVAILABLE')
})

test('a result that does not match its schema becomes INTERNAL', async () => {
  serverAnswers(200, { result: 'ok' })
  expect((await refusal()).status).toBe('INTERNAL')
})
