import {
  countUnread as countUnreadEndpoint,
  listNotifications as listNotificationsEndpoint,
  readNotification,
  readNotifications as readNotificationsEndpoint,
} from '@grouplight/contract/notification.ts'
import type { Caller } from '#account/sessions.ts'
import type { Router } from '#http/endpoint-route.ts'
import type { Services } from '#services.ts'
import { countUnread, listNotifications, readNotifications } from './notifications.ts'

export function notificationRoutes(route: Router<Caller>, services: Services): void {
  route(listNotificationsEndpoint, ({ person, query }) =>
    listNotifications(services, { userId: person.userId, ...query }),
  )
  route(countUnreadEndpoint, ({ person }) => countUnread(services, { userId: person.userId }))
  route(readNotification, ({ person, params }) =>
    readNotifications(services, { userId: person.userId, id: params.notificationId }),
  )
  route(readNotificationsEndpoint, ({ person, body }) =>
    readNotifications(services, { userId: person.userId, upTo: body.upTo }),
  )
}
