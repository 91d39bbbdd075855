import noticeTexts from 'texts:notice'
import { type Notification, sentenceOf } from '@grouplight/contract/notification.ts'
import { type AnyText, fill } from '#texts/fill.ts'

const texts: Partial<Record<string, AnyText>> = noticeTexts

/** Returns null for an announcement, for a kind of a later version, and if the notification lacks a value of its sentence. */
export function noticeText(notification: Notification): string | null {
  const { key, values } = sentenceOf(notification)
  return fill(texts[key], values)
}
