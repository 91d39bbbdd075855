import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'

const endpoint = endpointsOf('notification')

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
  'awaited',
  'reached',
  'asked',
  'ended',
  'removed',
  'admitted',
  'refused',
  'short',
  'enough',
  'ending',
  'failed',
  'received',
  'call',
  'found',
  'can',
  'cannot',
  'changed',
  'over',
  'partly',
  'closed',
  'withdrawn',
  'deputy',
  'vacant',
  'kept',
] as const

export const recipientRoles = ['actor', 'creator', 'member'] as const

export const notificationSchema = z
  .object({
    /** Newer notifications have higher ids. */
    id: z.int(),
    userId: z.string(),
    // A server of a later version may send other values. Then the web app shows `message`.
    type: z.union([z.enum(notificationTypes), z.string()]),
    action: z.union([z.enum(notificationActions), z.string()]),
    /** The sentence in English, or the text of an announcement. */
    message: z.string(),
    recipientRole: z.nullish(z.union([z.enum(recipientRoles), z.string()])),
    count: z.nullish(z.int()),
    /** The needed number at `createdAt`. If it is set, `count` is the number of members who counted for the needed number. */
    needed: z.nullish(z.int()),
    /** The call, what it asks, and the names of those who can. */
    callId: z.nullish(z.string()),
    callText: z.nullish(z.string()),
    callNames: z.nullish(z.string()),
    read: z.boolean(),
    createdAt: z.iso.datetime(),
    relatedGroupId: z.nullable(z.string()),
    relatedGroupName: z.nullable(z.string()),
    relatedUserId: z.nullable(z.string()),
    relatedUserName: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'Notification' })

export type Notification = z.infer<typeof notificationSchema>
export type NotificationType = (typeof notificationTypes)[number]
export type NotificationAction = (typeof notificationActions)[number]
export type RecipientRole = (typeof recipientRoles)[number]

type SentenceInput = Pick<
  Notification,
  | 'type'
  | 'action'
  | 'recipientRole'
  | 'relatedUserName'
  | 'relatedGroupName'
  | 'count'
  | 'needed'
  | 'callText'
  | 'callNames'
>

/** Returns the key of the notification's sentence in the catalogue `notice`, and the values that its sentences contain. */
export function sentenceOf(notification: SentenceInput) {
  const { type, action, recipientRole, relatedUserName, relatedGroupName, count, needed } = notification
  const { callText, callNames } = notification
  return {
    key: [type, action, recipientRole].filter(Boolean).join('.'),
    values: valuesOf({
      user: relatedUserName,
      group: relatedGroupName,
      count,
      needed,
      text: callText,
      names: callNames,
    }),
  }
}

/** Adds `missing`: the needed number minus the number of members who count for it. */
export function valuesOf<Values extends { count?: number | null; needed?: number | null }>(values: Values) {
  const { count, needed } = values
  return { ...values, missing: needed != null && count != null ? needed - count : null }
}

/** No number of unread notifications is higher. This number means that there may be more. */
export const mostUnread = 1_000

/** `unread` is at most `mostUnread`. `latestId` is the id of the user's newest notification, or a higher id. */
export const unreadSchema = z.object({ unread: z.int(), latestId: z.int() })
export type UnreadCount = z.infer<typeof unreadSchema>

const notificationId = z.coerce.number().check(z.int(), z.minimum(1))

export const countUnread = endpoint('countUnread', {
  request: 'GET /api/notifications/unread',
  answer: () => unreadSchema,
})

export const notificationPageSize = 50

export const listNotifications = endpoint('listNotifications', {
  request: 'GET /api/notifications',
  query: () => z.strictObject({ before: z.optional(notificationId) }),
  answer: () => z.object({ notifications: z.array(notificationSchema), nextBefore: z.nullable(z.int()) }),
})

export const readNotification = endpoint('readNotification', {
  request: 'POST /api/notifications/:notificationId/read',
  params: () => z.strictObject({ notificationId }),
  answer: () => unreadSchema,
  refusals: ['notification-not-found'],
})

export const readNotifications = endpoint('readNotifications', {
  request: 'POST /api/notifications/read',
  body: () =>
    z.strictObject({
      upTo: z.int('upTo must be a number.').check(z.minimum(0)),
    }),
  answer: () => unreadSchema,
})
