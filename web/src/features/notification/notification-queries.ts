import {
  countUnread,
  listNotifications,
  mostUnread,
  type Notification,
  readNotification,
  readNotifications,
  type UnreadCount,
} from '@grouplight/contract/notification.ts'
import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { batchedRead } from '#api/batched-read.ts'
import { call, problemCode } from '#api/client.ts'
import { throttledRefetch } from '#api/refetch.ts'

/** The keys of the unread count and of the list both start with this prefix. */
export const notificationsKey = ['notifications']

/** The number of unread notifications up to the id `latestId`. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) => batchedRead('unread', () => call(countUnread, { signal })),
})

export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ pageParam, signal }) => call(listNotifications, { query: { before: pageParam }, signal }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: page => page.nextBefore ?? undefined,
})

/**
 * Counts a new notification and makes the list stale. If a newer notification is already counted, makes the count and the list
 * stale instead. Does nothing if no count is cached, or if `id` is the latest counted id.
 */
export function countNewNotification(queryClient: QueryClient, id: number): void {
  const { queryKey } = unreadQuery
  const latestId = () => queryClient.getQueryData(queryKey)?.latestId ?? id
  const isCounted = () => latestId() >= id
  if (isCounted()) {
    // Messages about two groups may arrive out of order. Then the count may or may not include this notification.
    if (latestId() > id) throttledRefetch(queryClient, notificationsKey)
    return
  }
  queryClient.setQueryData(
    queryKey,
    known => known && { unread: Math.min(known.unread + 1, mostUnread), latestId: id },
  )
  throttledRefetch(queryClient, notificationsQuery.queryKey)
  // A count that is being fetched may not include this notification.
  if (queryClient.isFetching({ queryKey, exact: true }))
    throttledRefetch(queryClient, queryKey, () => !isCounted())
}

export const readNotificationMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: number) => call(readNotification, { params: { notificationId: id } }),
    onSuccess: (count, id) => showRead(queryClient, count, notification => notification.id === id),
    // The notification may have been deleted since the list was fetched.
    onError: async error => {
      if (problemCode(error) === 'notification-not-found')
        await queryClient.invalidateQueries({ queryKey: notificationsKey })
    },
  })

export function useReadNotification() {
  return useMutation(readNotificationMutation(useQueryClient()))
}

/** Marks all notifications up to an id as read. Newer notifications stay unread, because the user has not seen them. */
export function useReadNotifications() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (upTo: number) => call(readNotifications, { body: { upTo } }),
    onSuccess: (count, upTo) => showRead(queryClient, count, notification => notification.id <= upTo),
  })
}

type Pages = InfiniteData<{ notifications: Notification[]; nextBefore: number | null }, number | undefined>

function showRead(queryClient: QueryClient, count: UnreadCount, isRead: (one: Notification) => boolean) {
  queryClient.setQueryData(unreadQuery.queryKey, count)
  queryClient.setQueryData<Pages>(notificationsQuery.queryKey, list => {
    if (!list) return list
    const marked = (one: Notification) => (isRead(one) ? { ...one, read: true } : one)
    const pages = list.pages.map(page => ({ ...page, notifications: page.notifications.map(marked) }))
    return { ...list, pages }
  })
}
