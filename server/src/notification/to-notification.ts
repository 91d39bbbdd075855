import { type Notification, notificationSentences, sentenceOf } from '@grouplight/contract/notification.ts'
import type { notices } from '#database/schema.ts'

/**
 * Returns a notice as a notification of one recipient. `message` is the sentence that is stored with the notice, or else the
 * English sentence of its kind. Only announcements and notices of earlier versions of the server store a sentence.
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
