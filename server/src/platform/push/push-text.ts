import type { DeviceLanguage } from '@grouplight/contract/device.ts'
import {
  fillSentence,
  type NotificationKind,
  notificationSentences,
  type Sentence,
} from '@grouplight/contract/notification.ts'
import { type PushSentence, pushSentences } from '@grouplight/contract/push.ts'
import * as ar from '@grouplight/contract/translations/ar.ts'
import * as de from '@grouplight/contract/translations/de.ts'
import type { PushContent, PushKind } from './push-content.ts'

export type TextReader = {
  language: DeviceLanguage
  /** Null if the device has not named its time zone yet. */
  timeZone: string | null
  now: Date
  hidesNames: boolean
  appName: string
}

export const sentences: Record<DeviceLanguage, Pick<typeof de, 'notificationSentences' | 'pushSentences'>> = {
  en: { notificationSentences, pushSentences },
  de,
  ar,
}

// The recipients of these pushes are not members of the group.
const leadToDashboard: PushContent['kind'][] = [
  'group.deleted.member',
  'membership.removed',
  'invitation.received',
]

/** The sections of the profile page that these pushes open. */
const profileSections: Partial<Record<PushKind, string>> = { 'admin.ending': 'keys', 'admin.failed': 'hooks' }

/** The sentences of these kinds of pushes for recipients who hide names. */
const unnamed: Partial<Record<PushKind, PushSentence>> = {
  'membership.status': 'availableUnnamed',
  'membership.asked': 'askedUnnamed',
  'availability.prompt': 'promptUnnamed',
}

export function textOf(content: PushContent, reader: TextReader): { title: string; body: string } {
  const { kind, group, user, count, needed, message, note } = content
  const { language, hidesNames, appName } = reader
  const { notificationSentences, pushSentences } = sentences[language]
  const time = timeOf(content, reader)
  const parts = { user, group: group?.name, count, needed, app: appName, time }
  const fill = (sentence: Sentence) => fillSentence(sentence, parts) ?? appName
  const groupName = group?.name ?? appName
  // The push may arrive late, so the text contains the time of the end and not the remaining time.
  const ending = fill(time ? pushSentences.ending : pushSentences.endingSoon)
  if (hidesNames && (group || user)) {
    if (kind === 'availability.ending') return { title: ending, body: appName }
    const sentence = unnamed[kind]
    return sentence
      ? { title: fill(pushSentences[sentence]), body: appName }
      : { title: appName, body: fill(pushSentences.unnamed) }
  }
  switch (kind) {
    case 'membership.status':
      return {
        title: fill(pushSentences.available),
        body: [time ? fill(pushSentences.groupUntil) : groupName, note].filter(Boolean).join(' · '),
      }
    case 'availability.ending':
      return { title: groupName, body: ending }
    case 'membership.asked':
      return { title: fill(notificationSentences[kind]), body: appName }
    case 'availability.prompt':
      return { title: fill(pushSentences.prompt), body: appName }
    case 'invitation.received':
      return { title: fill(pushSentences.invited), body: groupName }
    case 'device.confirmation':
      return { title: appName, body: fill(pushSentences.confirmation) }
    case 'device.test':
      return { title: appName, body: fill(pushSentences.test) }
    case 'device.unseen':
      return { title: appName, body: fill(pushSentences.unseen) }
    case 'admin.announced':
      return { title: appName, body: message ?? '' }
    default:
      return { title: groupName, body: fill(notificationSentences[kind satisfies NotificationKind]) }
  }
}

/**
 * Returns the time of day of the end. Adds the weekday if the end is not today. The reminder of an end has no weekday. Returns
 * null without an end or a time zone.
 */
export function timeOf(
  { kind, endMs }: { kind?: PushKind; endMs?: number | undefined },
  { language, timeZone, now }: Pick<TextReader, 'language' | 'timeZone' | 'now'>,
): string | null {
  if (!endMs || !timeZone) return null
  const day = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' })
  const format = new Intl.DateTimeFormat(`${language}-u-nu-latn`, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(kind !== 'availability.ending' && day.format(endMs) !== day.format(now) && { weekday: 'short' }),
  })
  return format.format(endMs)
}

/** Returns the URL that a click on the push opens. The page marks the notice in the URL as read. */
export function addressOf(content: PushContent, appUrl: string): string {
  const groupId = groupOf(content)
  const section = profileSections[content.kind]
  const notice = content.noticeId ? `?notice=${content.noticeId}` : ''
  if (section) return `${appUrl}/profile${notice}#${section}`
  return `${appUrl}${groupId ? `/groups/${groupId}` : '/dashboard'}${notice}`
}

/** Returns the id of the group that a click on the push opens. */
export function groupOf({ kind, group }: PushContent): string | undefined {
  return leadToDashboard.includes(kind) ? undefined : group?.id
}
