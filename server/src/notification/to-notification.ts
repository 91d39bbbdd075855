import { type Notification, notificationSentences, sentenceOf } from '@grouplight/contract/notification.ts'
import type { notices } from '#database/schema.ts'

/**
 * Returns a notice in the form for one recipient. `message` is the sentence in English. Only announcements and notices of earlier
 * versions contain a stored sentence.
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
