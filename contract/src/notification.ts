import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const notificationTypes = ['invite', 'group', 'membership', 'admin'] as const
export const notificationActions = [
  'created',
  'sent',
  'deleted',
  'left',
  'joined',
  'declined',
  'status',
  'announced',
  'offered',
  'accepted',
] as const

export const notificationSchema = z
  .object({
    /** Grows with time: the order of the list and the cursor of its pages. */
    id: z.number().int(),
    type: z.enum(notificationTypes),
    action: z.enum(notificationActions),
    message: z.string(),
    read: z.boolean(),
    createdAt: z.iso.datetime(),
    relatedGroupId: z.string().nullable(),
    relatedGroupName: z.string().nullable(),
    relatedUserId: z.string().nullable(),
    relatedUserName: z.string().nullable(),
  })
  .meta({ id: 'Notification' })

export type Notification = z.infer<typeof notificationSchema>
export type NotificationType = Notification['type']
export type NotificationAction = Notification['action']

/** `latestId` is the newest notification counted (0 for none): a live event with a higher id is not in `unread` yet. */
export const unreadSchema = z.object({ unread: z.number().int(), latestId: z.number().int() })
export type UnreadCount = z.infer<typeof unreadSchema>

const notificationId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

export const countUnread = endpoint({
  name: 'countUnread',
  word: 'notification',
  method: 'GET',
  path: '/api/notifications/unread',
  summary: 'How many notifications are unread.',
  access: 'verified',
  answer: unreadSchema,
  refusals: [],
})

export const listNotifications = endpoint({
  name: 'listNotifications',
  word: 'notification',
  method: 'GET',
  path: '/api/notifications',
  summary: 'The newest 50 notifications, or the 50 before one.',
  access: 'verified',
  query: z.strictObject({ before: notificationId.optional() }),
  answer: z.object({ notifications: z.array(notificationSchema), nextBefore: z.number().int().nullable() }),
  refusals: [],
})

export const readNotification = endpoint({
  name: 'readNotification',
  word: 'notification',
  method: 'POST',
  path: '/api/notifications/:notificationId/read',
  summary: 'Marks one notification as read. One that is not there or not yours changes nothing.',
  access: 'verified',
  params: z.strictObject({ notificationId }),
  answer: unreadSchema,
  refusals: [],
})

export const readNotifications = endpoint({
  name: 'readNotifications',
  word: 'notification',
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Marks as read every notification up to the newest one the person had on the screen.',
  access: 'verified',
  body: z.strictObject({
    upTo: z.number('upTo must be a number.').int().min(0).max(Number.MAX_SAFE_INTEGER),
  }),
  answer: unreadSchema,
  refusals: [],
})
