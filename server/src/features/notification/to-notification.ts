import { type Notification, notificationSentences, sentenceOf } from '@grouplight/contract/notification.ts'
import type { notices } from '#platform/database/schema.ts'

/** Only announcements have a stored message. */
export function toNotification(
  notice: typeof notices.$inferSelect,
  recipient: { userId: string; read: boolean },
): Notification {
  return {
    ...notice,
    ...recipient,
    message: notice.message ?? sentenceOf(notice, notificationSentences) ?? '',
    createdAt: notice.createdAt.toISOString(),
  }
}
