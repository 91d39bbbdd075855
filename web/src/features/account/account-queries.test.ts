import { environmentManager, focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { sessionQuery } from './account-queries.ts'

const hourMs = 60 * 60 * 1000

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  focusManager.setFocused(undefined)
})

test('an open page fetches the session at its start and then every 12 hours, even in a hidden tab', async () => {
  const requested: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url)
    return Response.json({ account: null })
  })
  vi.useFakeTimers()
  environmentManager.setIsServer(() => false)
  focusManager.setFocused(false)
  const stop = new QueryObserver(new QueryClient(), sessionQuery).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(24 * hourMs)
  stop()
  expect(requested).toEqual(['/api/session', '/api/session', '/api/session'])
})
