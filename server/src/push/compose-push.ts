import type { DeviceLanguage } from '@grouplight/contract/device.ts'
import {
  fillSentence,
  type NotificationKind,
  notificationSentences,
  type Sentence,
} from '@grouplight/contract/notification.ts'
import {
  type PushAction,
  type PushPayload,
  type PushSentence,
  pushSentences,
} from '@grouplight/contract/push.ts'
import { codePoints, fillIn } from '@grouplight/contract/text.ts'
import * as ar from '@grouplight/contract/translations/ar.ts'
import * as de from '@grouplight/contract/translations/de.ts'
import { hourMs } from '#clock.ts'
import { type PushContent, type PushKind, topicOf } from './push-content.ts'

type Reader = {
  userId: string
  language: DeviceLanguage
  /** Null if the device has not named its zone yet. */
  timeZone: string | null
  now: Date
  unread: number
  hidesNames: boolean
  appUrl: string
  appName: string
}

// The maximum size of the JSON before encryption. It is chosen well below the 4,096 encrypted bytes that every push service
// must accept (RFC 8291, section 4).
const mostBytes = 3_000

const sentences: Record<DeviceLanguage, Pick<typeof de, 'notificationSentences' | 'pushSentences'>> = {
  en: { notificationSentences, pushSentences },
  de,
  ar,
}

// After these events the recipient is not a member of the group.
const leadToDashboard: PushContent['kind'][] = [
  'group.deleted.member',
  'membership.removed',
  'invitation.received',
]

/** The sentences of pushes that may name neither users nor groups. */
const unnamed: Partial<Record<PushKind, PushSentence>> = {
  'membership.status': 'availableUnnamed',
  'membership.asked': 'askedUnnamed',
  'availability.prompt': 'promptUnnamed',
}

/** Returns the JSON of a push. A text that is too long is cut. */
export function composePush(content: PushContent, reader: Reader): string {
  const { language, unread, appUrl } = reader
  const { kind, group, noticeId, note, token } = content
  const actions = actionsOf(content, sentences[language].pushSentences)
  const text = textOf(content, reader)
  const groupId = leadToDashboard.includes(kind) ? undefined : group?.id
  const payload: PushPayload = {
    web_push: 8030,
    mutable: true,
    notification: {
      ...text,
      navigate: `${appUrl}${groupId ? `/groups/${groupId}` : '/dashboard'}${noticeId ? `?notice=${noticeId}` : ''}`,
      lang: language,
      dir: language === 'ar' ? 'rtl' : 'ltr',
      tag: topicOf(content),
      silent: false,
      ...(actions.length > 0 && { actions }),
      data: {
        kind,
        groupId,
        noticeId,
        userId: actions.some(isAboutAvailability) ? reader.userId : undefined,
        until: offeredEnd(content),
        note: actions.some(isAboutAvailability) ? note : undefined,
        token,
      },
    },
    app_badge: unread,
  }
  for (let most = codePoints(text.title + text.body); ; most = Math.floor(most / 2)) {
    const json = JSON.stringify(payload)
    if (Buffer.byteLength(json) <= mostBytes || most === 0) return json
    payload.notification.title = cut(text.title, most)
    payload.notification.body = cut(text.body, most)
  }
}

/** Browsers show at most two actions. */
function actionsOf(
  { kind, until }: PushContent,
  say: Record<PushSentence, string>,
): { action: PushAction; title: string }[] {
  switch (kind) {
    case 'membership.status':
      return [{ action: 'mute', title: say.mute }]
    case 'membership.asked':
      return [
        { action: 'confirm', title: say.stillAvailable },
        { action: 'end', title: say.notAnyMore },
      ]
    case 'availability.prompt':
      return [
        { action: 'available', title: fillIn(say.until, { time: until?.time ?? null }) ?? '' },
        { action: 'dismiss', title: say.notToday },
      ]
    case 'availability.ending':
      return [
        { action: 'available', title: say.oneMoreHour },
        { action: 'end', title: say.endNow },
      ]
    default:
      return []
  }
}

/** Returns the end that the action 'available' sets. */
function offeredEnd({ kind, until, endMs }: PushContent): string | undefined {
  if (kind === 'availability.ending' && endMs) return new Date(endMs + hourMs).toISOString()
  return until?.at
}

function isAboutAvailability({ action }: { action: PushAction }): boolean {
  return action === 'available' || action === 'end' || action === 'confirm'
}

function textOf(content: PushContent, reader: Reader): { title: string; body: string } {
  const { kind, group, user, count, needed, message, note } = content
  const { language, hidesNames, appName } = reader
  const { notificationSentences, pushSentences } = sentences[language]
  const time = timeOf(content, reader)
  const parts = { user, group: group?.name, count, needed, app: appName, time }
  const say = (sentence: Sentence) => fillSentence(sentence, parts) ?? appName
  const groupName = group?.name ?? appName
  // The push may arrive late, so the text contains the time of the end and not how far away it is.
  const ending = say(time ? pushSentences.ending : pushSentences.endingSoon)
  if (hidesNames && (group || user)) {
    if (kind === 'availability.ending') return { title: ending, body: appName }
    const sentence = unnamed[kind]
    return sentence
      ? { title: say(pushSentences[sentence]), body: appName }
      : { title: appName, body: say(pushSentences.unnamed) }
  }
  switch (kind) {
    case 'membership.status':
      return {
        title: say(pushSentences.available),
        body: [time ? say(pushSentences.groupUntil) : groupName, note].filter(Boolean).join(' · '),
      }
    case 'availability.ending':
      return { title: groupName, body: ending }
    case 'membership.asked':
      return { title: say(notificationSentences[kind]), body: appName }
    case 'availability.prompt':
      return { title: say(pushSentences.prompt), body: appName }
    case 'invitation.received':
      return { title: say(pushSentences.invited), body: groupName }
    case 'device.confirmation':
      return { title: appName, body: say(pushSentences.confirmation) }
    case 'device.test':
      return { title: appName, body: say(pushSentences.test) }
    case 'device.unseen':
      return { title: appName, body: say(pushSentences.unseen) }
    case 'admin.announced':
      return { title: appName, body: message ?? '' }
    default:
      return { title: groupName, body: say(notificationSentences[kind satisfies NotificationKind]) }
  }
}

/** Returns the end of the availability as the device's user reads it, with the weekday if it is not today or in a few minutes. */
function timeOf({ kind, endMs }: PushContent, { language, timeZone, now }: Reader): string | null {
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

function cut(text: string, most: number): string {
  return codePoints(text) <= most ? text : `${[...text].slice(0, most).join('')}…`
}
