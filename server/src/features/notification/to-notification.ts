import { type Notification, sentenceOf } from '@grouplight/contract/notification.ts'
import type { notices } from '#platform/database/schema.ts'
import { anyText } from '#platform/texts/text.ts'

/** Only announcements have a stored message. */
export function toNotification(
  notice: typeof notices.$inferSelect,
  recipient: { userId: string; read: boolean },
): Notification {
  const { key, values } = sentenceOf(notice)
  return {
    ...notice,
    ...recipient,
    message: notice.message ?? anyText('en', 'notice', key, values) ?? '',
    createdAt: notice.createdAt.toISOString(),
  }
}
