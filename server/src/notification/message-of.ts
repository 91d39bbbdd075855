import { notificationSentences, sentenceOf } from '@grouplight/contract/notification.ts'
import type { notices } from '#database/schema.ts'

/** Returns the English text of a notice. Only announcements and notices of earlier versions store their text. */
export function messageOf(notice: typeof notices.$inferSelect): string {
  return notice.message ?? sentenceOf(notice, notificationSentences) ?? ''
}
