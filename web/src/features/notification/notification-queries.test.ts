import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { notificationsQuery, readNotificationMutation, unreadQuery } from './notification-queries.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  { status: 404, code: 'notification-not-found', isStale: true },
  { status: 500, code: 'internal', isStale: false },
])(
  'whether the list and the unread count become stale if marking a notification as read is refused with $code: $isStale',
  async given => {
    const { status, code, isStale } = given
    vi.stubGlobal('fetch', async () => Response.json({ code, message: 'No' }, { status }))
    const queryClient = new QueryClient()
    queryClient.setQueryData(unreadQuery.queryKey, { unread: 1, latestId: 7 })
    queryClient.setQueryData(notificationsQuery.queryKey, { pages: [], pageParams: [] })
    const reading = new MutationObserver(queryClient, readNotificationMutation(queryClient))
    await expect(reading.mutate(7)).rejects.toMatchObject({ code })
    for (const { queryKey } of [unreadQuery, notificationsQuery])
      expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(isStale)
  },
)
