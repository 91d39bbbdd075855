import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'
import { fillIn } from './text.ts'

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
] as const

export const recipientRoles = ['actor', 'creator', 'member'] as const

/** A sentence with names in braces. A function gets `missing`: the needed number minus the number of members who count for it. */
export type Sentence = string | ((missing: number) => string)

/** A key consists of the type, the action and, if the notification has one, the recipient's role. */
export const notificationSentences = {
  'admin.short': (missing: number) =>
    missing === 1
      ? '{group}: 1 more is needed ({count} of {needed})'
      : '{group}: {missing} more are needed ({count} of {needed})',
  'admin.enough': '{group}: enough again ({count} of {needed})',
  'admin.ending': 'One of your keys ends in {count} day(s)',
  'admin.failed': 'One of your hooks was switched off, because its receiver failed',
  'group.failed': 'A hook of your group was switched off, because its receiver failed: {group}',
  'group.received': 'The group you took over still has its boards: {group}',
  'group.created': 'You created a new group: {group}',
  'group.deleted.actor': 'You deleted the group: {group}',
  'group.deleted.member': 'The group "{group}" has been deleted by the admin',
  'group.offered': '{user} wants to hand over the group to you: {group}',
  'group.declined': '{user} declined to take over your group: {group}',
  'group.accepted.actor': 'You took over the group: {group}',
  'group.accepted.creator': '{user} took over your group: {group}',
  'group.accepted.member': '{user} is now the admin of {group}',
  'invite.sent': 'You sent {count} invitation(s) to join {group}',
  'invite.asked': '{user} asks to join {group}',
  'invite.admitted': 'You were let in: {group}',
  'invite.refused': 'Your request to join {group} was declined',
  'invite.declined': '{user} declined your invitation to join {group}',
  'membership.joined.creator': '{user} joined your group: {group}',
  'membership.joined.member': '{user} joined {group}',
  'membership.left.actor': 'You left the group: {group}',
  'membership.left.creator': '{user} left your group: {group}',
  'membership.removed': 'You were removed from the group: {group}',
  'membership.status': '{user} is now available in {group}',
  'membership.asked': 'Still available in {group}?',
  'membership.awaited': 'You wanted to know: {user} is now available in {group}',
  'membership.ended': 'Your availability in {group} has ended',
  'group.reached': 'Now available in {group}, besides you: {count}',
}

export type NotificationKind = keyof typeof notificationSentences

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
  'type' | 'action' | 'recipientRole' | 'relatedUserName' | 'relatedGroupName' | 'count' | 'needed'
>

/** Returns null if `sentences` has no sentence for the notification, or if the notification lacks a value of the sentence. */
export function sentenceOf(
  notification: SentenceInput,
  sentences: Partial<Record<string, Sentence>>,
): string | null {
  const { type, action, recipientRole, relatedUserName, relatedGroupName, count, needed } = notification
  const sentence = sentences[[type, action, recipientRole].filter(Boolean).join('.')]
  const parts = { user: relatedUserName, group: relatedGroupName, count, needed }
  return sentence ? fillSentence(sentence, parts) : null
}

/** Replaces names in braces by values in `parts`. `{missing}` is `needed` minus `count`. Returns null if a value is missing. */
export function fillSentence(
  sentence: Sentence,
  parts: Partial<Record<string, string | number | null>>,
): string | null {
  const missing = Number(parts.needed) - Number(parts.count)
  return fillIn(typeof sentence === 'string' ? sentence : sentence(missing), { ...parts, missing })
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
