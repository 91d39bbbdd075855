import {
  countUnread,
  listNotifications,
  type Notification,
  readNotification,
  readNotifications,
  type UnreadCount,
} from '@grouplight/contract/notification.ts'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { batchedRead } from '#api/batched-read.ts'
import { call } from '#api/client.ts'
import { throttledRefetch } from '#api/refetch.ts'

/** The prefix of both keys: the unread count and the list. */
export const notificationsKey = ['notifications']

/** The number of unread notifications, and the id of the newest notification that is counted. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) => batchedRead('unread', () => call(countUnread, { signal })),
})

/** The user's notifications, newest first, in pages of 50. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ pageParam, signal }) => call(listNotifications, { query: { before: pageParam }, signal }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: page => page.nextBefore ?? undefined,
})

/** Counts a new notification exactly once, even if the server's count arrives before the live message. */
export function countArrived(queryClient: QueryClient, id: number): void {
  const { queryKey } = unreadQuery
  const latestId = () => queryClient.getQueryData(queryKey)?.latestId ?? id
  const isCounted = () => latestId() >= id
  if (isCounted()) {
    // Messages of two groups may arrive out of order. It is then unknown whether the count includes this notification.
    if (latestId() > id) throttledRefetch(queryClient, notificationsKey)
    return
  }
  queryClient.setQueryData(queryKey, known => known && { unread: known.unread + 1, latestId: id })
  throttledRefetch(queryClient, notificationsQuery.queryKey)
  // A count that is being fetched may not include it.
  if (queryClient.isFetching({ queryKey, exact: true }))
    throttledRefetch(queryClient, queryKey, () => !isCounted())
}

export function useReadNotification() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(readNotification, { params: { notificationId: id } }),
    onSuccess: (count, id) => showRead(queryClient, count, notification => notification.id === id),
  })
}

/** Marks notifications as read, up to the given id. A newer notification stays unread, because the user has not seen it. */
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
