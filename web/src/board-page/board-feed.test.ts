import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authorizationIn } from './board-address.ts'
import { openBoardFeed } from './board-feed.ts'

const content = {
  group: 'Choir',
  available: 1,
  members: 2,
  needed: null,
  coverage: null,
  names: [],
  asOf: '',
}
const shows = (more: object = {}) => Response.json({ ...content, ...more }, { headers: { etag: '"1"' } })
const refuses = (status: number, code: string, headers = {}) => Response.json({ code }, { status, headers })
const unchanged = () => new Response(null, { status: 304 })

const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched.mockReset())
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open(...responses: (() => Response)[]) {
  for (const respond of responses) fetched.mockImplementationOnce(async () => respond())
  fetched.mockImplementation(async () => unchanged())
  const view = openBoardFeed('Bearer id.secret', () => {})
  await vi.advanceTimersByTimeAsync(0)
  return view
}

test('the board is requested 4.5 seconds after each response, with the entity tag, but without cookies or the secret in the address', async () => {
  const view = await open(shows)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(fetched).toHaveBeenCalledTimes(3)
  for (const [path, init] of fetched.mock.calls) {
    expect([path, init?.credentials]).toEqual(['/api/board', 'omit'])
    expect(init?.headers).toMatchObject({ authorization: 'Bearer id.secret' })
  }
  const tags = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('if-none-match'))
  expect(tags).toEqual([null, '"1"', '"1"'])
  expect(view()).toMatchObject({ status: 'shown', content, asOf: Date.now() })
})

test('after more than 12 seconds without a response, the status of the feed is “lost” until the next successful response', async () => {
  const view = await open(shows)
  fetched.mockRejectedValue(new TypeError('fetch failed'))
  await vi.advanceTimersByTimeAsync(12_000)
  expect(view().status).toBe('shown')
  await vi.advanceTimersByTimeAsync(1)
  expect(view()).toMatchObject({ status: 'lost', content })
  fetched.mockImplementation(async () => shows({ available: 2 }))
  await vi.advanceTimersByTimeAsync(4_500)
  expect(view()).toMatchObject({ status: 'shown', content: { available: 2 } })
})

test('a board that does not exist any more is not requested again', async () => {
  const view = await open(shows, () => refuses(404, 'board-not-found'))
  await vi.advanceTimersByTimeAsync(4_500)
  expect(view()).toEqual({ status: 'gone' })
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test.each([
  ['a proxy', () => new Response('<h1>Not found</h1>', { status: 404 })],
  ['a server that is starting', () => refuses(503, 'unavailable')],
  ['a captive portal', () => new Response('<h1>Sign in</h1>')],
])('after a response from %s, the page requests the board again', async (_, respond) => {
  const view = await open(respond, shows)
  expect(view()).toEqual({ status: 'connecting' })
  await vi.advanceTimersByTimeAsync(4_500)
  expect(view().status).toBe('shown')
})

test('after a refusal for too many requests, the page waits as long as the server says, and then sends fewer requests', async () => {
  await open(shows, () => refuses(429, 'too-many-requests', { 'retry-after': '40' }))
  await vi.advanceTimersByTimeAsync(44_499)
  expect(fetched).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(fetched).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(fetched).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(1)
  expect(fetched).toHaveBeenCalledTimes(4)
})

test('the authorization for a request is read only from an address with an id and a well-formed secret', () => {
  expect(authorizationIn({ pathname: '/board/Ab-1_', hash: '#s3-_t' })).toBe('Bearer Ab-1_.s3-_t')
  for (const hash of ['', '#', '#a b', '#a.b', '#ä'])
    expect(authorizationIn({ pathname: '/board/Ab', hash })).toBeNull()
  expect(authorizationIn({ pathname: '/board/', hash: '#s' })).toBeNull()
})
