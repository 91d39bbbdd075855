import {
  countUnread as countUnreadEndpoint,
  listNotifications as listNotificationsEndpoint,
  readNotification as readNotificationEndpoint,
  readNotifications as readNotificationsEndpoint,
} from '@grouplight/contract/notification.ts'
import type { Router } from '#platform/http/endpoint-route.ts'
import type { Caller, Services } from '#services.ts'
import { countUnread, listNotifications, readNotification, readNotifications } from './notifications.ts'

export function notificationRoutes(route: Router<Caller>, services: Services): void {
  route(listNotificationsEndpoint, ({ input }) => listNotifications(services, input))
  route(countUnreadEndpoint, ({ input }) => countUnread(services, input))
  route(readNotificationEndpoint, ({ user, params }) =>
    readNotification(services, { userId: user.userId, id: params.notificationId }),
  )
  route(readNotificationsEndpoint, ({ input }) => readNotifications(services, input))
}
