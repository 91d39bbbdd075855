import { type Notification, notificationSentences, sentenceOf } from '@grouplight/contract/notification.ts'
import type { notices } from '#database/schema.ts'

/**
 * `message` is the stored sentence, which only announcements and notices of earlier versions have, or else the English sentence
 * of the kind.
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
