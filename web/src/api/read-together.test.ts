import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetAnswers } from './held-answers.ts'
import { readTogether } from './read-together.ts'

const account = { userId: 'ana', displayName: 'Ana', email: 'ana@example.com', emailVerified: true }
const unread = { unread: 3, latestId: 40 }
const dashboard = { groups: [], unread, invitations: [] }

let answer: unknown
const fetch = vi.fn(async (_url: string) => Response.json(answer))

beforeEach(() => {
  fetch.mockClear()
  forgetAnswers()
  answer = { account, dashboard }
  vi.stubGlobal('fetch', fetch)
})
afterEach(() => vi.unstubAllGlobals())

const never = () => Promise.reject(new Error('was asked for on its own'))

test('parts that are asked for in one turn come by one request', async () => {
  const parts = [
    readTogether('account', never),
    readTogether('unread', never),
    readTogether('groups', never),
    readTogether('invitations', never),
  ]
  expect(await Promise.all(parts)).toEqual([account, unread, [], []])
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(['/api/dashboard'])
})

test('one part alone is asked for on its own', async () => {
  const newer = { unread: 4, latestId: 41 }
  expect(await readTogether('unread', async () => newer)).toBe(newer)
  expect(fetch).not.toHaveBeenCalled()
})

test('what is asked for a turn later is read later', async () => {
  const first = [readTogether('account', never), readTogether('unread', never)]
  await Promise.resolve()
  await Promise.resolve()
  const newer = { unread: 4, latestId: 41 }
  expect(await readTogether('unread', async () => newer)).toBe(newer)
  expect(await Promise.all(first)).toEqual([account, unread])
})

test('a guest has no groups', async () => {
  answer = { account: null, dashboard: null }
  const parts = await Promise.allSettled([readTogether('account', never), readTogether('groups', never)])
  expect(parts).toMatchObject([
    { status: 'fulfilled', value: null },
    { status: 'rejected', reason: { code: 'unauthenticated', status: 401 } },
  ])
})
