import { type Notification, notificationSentences, sentenceOf } from '@grouplight/contract/notification.ts'
import type { notices } from '#database/schema.ts'

/**
 * Returns a notice as one recipient's notification. `message` is the English text. Only announcements and notices of earlier
 * versions store their text.
 */
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
