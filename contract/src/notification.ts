import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { fillIn } from './text.ts'

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

/** What the recipient is to a notification that says something else to each: who did it, the group's creator, a member. */
export const recipientRoles = ['actor', 'creator', 'member'] as const

/**
 * What notifications say in English: by type, action and, where there are several, the recipient's role. Other languages word
 * the key, see `web/src/texts`.
 */
export const notificationSentences = {
  'group.created': 'You created a new group: {group}',
  'group.deleted.actor': 'You deleted the group: {group}',
  'group.deleted.member': 'The group "{group}" has been deleted by the admin',
  'group.offered': '{user} wants to hand over the group to you: {group}',
  'group.declined': '{user} declined to take over your group: {group}',
  'group.accepted.actor': 'You took over the group: {group}',
  'group.accepted.creator': '{user} took over your group: {group}',
  'group.accepted.member': '{user} is now the admin of {group}',
  'invite.sent': 'You sent {count} invitation(s) to join {group}',
  'invite.declined': '{user} declined your invitation to join {group}',
  'membership.joined.creator': '{user} joined your group: {group}',
  'membership.joined.member': '{user} joined {group}',
  'membership.left.actor': 'You left the group: {group}',
  'membership.left.creator': '{user} left your group: {group}',
  'membership.status': '{user} is now available in {group}',
}

export type NotificationKind = keyof typeof notificationSentences

export const notificationSchema = z
  .object({
    /** Grows with time: the order of the list and the cursor of its pages. */
    id: z.int(),
    /** The recipient. */
    userId: z.string(),
    // More may come: a page that was built before them shows their message all the same.
    type: z.union([z.enum(notificationTypes), z.string()]),
    action: z.union([z.enum(notificationActions), z.string()]),
    /** In English. */
    message: z.string(),
    recipientRole: z.nullish(z.union([z.enum(recipientRoles), z.string()])),
    /** The number in the message. */
    count: z.nullish(z.int()),
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

type Worded = Pick<
  Notification,
  'type' | 'action' | 'recipientRole' | 'relatedUserName' | 'relatedGroupName' | 'count'
>

/** What a notification says by the sentences of a language; null when they do not cover it. */
export function sentenceOf(notification: Worded, sentences: Partial<Record<string, string>>): string | null {
  const { type, action, recipientRole, relatedUserName, relatedGroupName, count } = notification
  const sentence = sentences[[type, action, recipientRole].filter(Boolean).join('.')]
  return sentence ? fillIn(sentence, { user: relatedUserName, group: relatedGroupName, count }) : null
}

/** `latestId` is the newest notification counted (0 for none): a live event with a higher id is not in `unread` yet. */
export const unreadSchema = z.object({ unread: z.int(), latestId: z.int() })
export type UnreadCount = z.infer<typeof unreadSchema>

const notificationId = z.coerce.number().check(z.int(), z.minimum(1))

export const countUnread = endpoint({
  name: 'countUnread',
  tag: 'notification',
  method: 'GET',
  path: '/api/notifications/unread',
  summary: 'How many notifications are unread.',
  access: 'verified',
  answer: () => unreadSchema,
  refusals: [],
})

export const listNotifications = endpoint({
  name: 'listNotifications',
  tag: 'notification',
  method: 'GET',
  path: '/api/notifications',
  summary: 'The newest 50 notifications, or the 50 before one.',
  access: 'verified',
  query: () => z.strictObject({ before: z.optional(notificationId) }),
  answer: () => z.object({ notifications: z.array(notificationSchema), nextBefore: z.nullable(z.int()) }),
  refusals: [],
})

export const readNotification = endpoint({
  name: 'readNotification',
  tag: 'notification',
  method: 'POST',
  path: '/api/notifications/:notificationId/read',
  summary: 'Marks one notification as read. One that is not there or not yours changes nothing.',
  access: 'verified',
  params: () => z.strictObject({ notificationId }),
  answer: () => unreadSchema,
  refusals: [],
})

export const readNotifications = endpoint({
  name: 'readNotifications',
  tag: 'notification',
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Marks as read every notification up to the newest one the person had on the screen.',
  access: 'verified',
  body: () =>
    z.strictObject({
      upTo: z.int('upTo must be a number.').check(z.minimum(0)),
    }),
  answer: () => unreadSchema,
  refusals: [],
})
