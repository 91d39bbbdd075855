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

/** The role of a recipient. Some notifications have different sentences for the user who acted, the creator and the members. */
export const recipientRoles = ['actor', 'creator', 'member'] as const

/**
 * The English sentences of notifications. The key is the type, the action and, if the sentences differ, the recipient's role.
 * The sentences of other languages are in `web/src/texts`.
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
    /** Increases with time. The list is sorted by it, and it is the cursor for the next page. */
    id: z.int(),
    /** The recipient. */
    userId: z.string(),
    // A newer server may send other values. An older web app then shows `message`.
    type: z.union([z.enum(notificationTypes), z.string()]),
    action: z.union([z.enum(notificationActions), z.string()]),
    /** The sentence in English. */
    message: z.string(),
    recipientRole: z.nullish(z.union([z.enum(recipientRoles), z.string()])),
    /** The number in the sentence. */
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

type SentenceInput = Pick<
  Notification,
  'type' | 'action' | 'recipientRole' | 'relatedUserName' | 'relatedGroupName' | 'count'
>

/** Returns the sentence of a notification in the language of `sentences`. Returns null if there is no sentence for it. */
export function sentenceOf(
  notification: SentenceInput,
  sentences: Partial<Record<string, string>>,
): string | null {
  const { type, action, recipientRole, relatedUserName, relatedGroupName, count } = notification
  const sentence = sentences[[type, action, recipientRole].filter(Boolean).join('.')]
  return sentence ? fillIn(sentence, { user: relatedUserName, group: relatedGroupName, count }) : null
}

/** `latestId` is the id of the newest counted notification, or 0. `unread` does not include notifications with a higher id. */
export const unreadSchema = z.object({ unread: z.int(), latestId: z.int() })
export type UnreadCount = z.infer<typeof unreadSchema>

const notificationId = z.coerce.number().check(z.int(), z.minimum(1))

export const countUnread = endpoint({
  name: 'countUnread',
  tag: 'notification',
  method: 'GET',
  path: '/api/notifications/unread',
  summary: 'Returns the number of unread notifications.',
  access: 'verified',
  answer: () => unreadSchema,
  refusals: [],
})

export const listNotifications = endpoint({
  name: 'listNotifications',
  tag: 'notification',
  method: 'GET',
  path: '/api/notifications',
  summary: 'Returns the newest 50 notifications, or the 50 notifications before a given id.',
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
  summary: 'Marks one notification of the user as read. An unknown id changes nothing.',
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
  summary: 'Marks all notifications of the user up to the given id as read.',
  access: 'verified',
  body: () =>
    z.strictObject({
      upTo: z.int('upTo must be a number.').check(z.minimum(0)),
    }),
  answer: () => unreadSchema,
  refusals: [],
})
