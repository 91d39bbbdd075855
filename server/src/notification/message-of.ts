import { notificationSentences, sentenceOf } from '@grouplight/contract/notification.ts'
import type { notices } from '#database/schema.ts'

/** What a notice says in English. Only announcements, and notices of earlier versions, keep a message of their own. */
export function messageOf(notice: typeof notices.$inferSelect): string {
  return notice.message ?? sentenceOf(notice, notificationSentences) ?? ''
}
