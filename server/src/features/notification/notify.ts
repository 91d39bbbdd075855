import type {
  NotificationAction,
  NotificationType,
  RecipientRole,
} from '@grouplight/contract/notification.ts'
import type { Clock } from '#platform/clock.ts'
import { notifications } from '#platform/database/schema.ts'
import { sendTo } from '#platform/live/tell.ts'
import type { NotificationKind } from '#platform/push/push-content.ts'
import { destinationsOf, queuePushes } from '#platform/push/queue-pushes.ts'
import type { UnitOfWork } from '#services.ts'
import { insertNotices } from './insert-notices.ts'

export type Notice = {
  kind: NotificationKind
  recipients: string[]
  group?: { id: string; name: string }
  /** The user whom the notice names. An empty name is stored as 'User'. */
  about?: { userId: string; displayName: string }
  count?: number
  needed?: number
  call?: { id: string; text: string; names?: string }
  /** When what the push tells is over, in milliseconds since 1970. */
  endMs?: number
  /** How long pushes wait. */
  delayMs?: number | undefined
}

/**
 * Stores a notice with a notification for each recipient, and sends each recipient a live message. Also stores pushes and
 * deliveries, unless the notice is about the recipient's own action.
 */
export async function notify(transaction: UnitOfWork, clock: Clock, notice: Notice): Promise<void> {
  if (notice.recipients.length === 0) return
  const { kind, recipients, group, about, count, needed, call, endMs, delayMs } = notice
  const userName = about && (about.displayName || 'User')
  const [type, action, recipientRole] = kind.split('.') as [
    NotificationType,
    NotificationAction,
    RecipientRole?,
  ]
  const [noticeId = 0] = await insertNotices(transaction, [
    {
      type,
      action,
      recipientRole,
      count,
      needed,
      createdAt: clock.now(),
      relatedGroupId: group?.id,
      relatedGroupName: group?.name,
      relatedUserId: about?.userId,
      relatedUserName: userName,
      callId: call?.id,
      callText: call?.text,
      callNames: call?.names,
    },
  ])
  await transaction.insert(notifications).values(recipients.map(userId => ({ userId, noticeId })))
  for (const userId of recipients) sendTo(transaction, userId, ['notifications.changed'])
  if (isAboutOwnAction(kind)) return
  const content = { kind, noticeId, group, user: userName, count, needed, call, endMs }
  await queuePushes(transaction, destinationsOf(recipients), content, clock.now(), delayMs)
}

function isAboutOwnAction(kind: NotificationKind): boolean {
  return kind === 'group.created' || kind === 'invite.sent' || kind.endsWith('.actor')
}
