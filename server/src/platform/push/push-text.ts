import { valuesOf } from '@grouplight/contract/notification.ts'
import type { Messages } from '@grouplight/locales/messages.d.ts'
import type { Language } from '@grouplight/locales/src/languages.ts'
import { anyText } from '#platform/texts/text.ts'
import type { NotificationKind, PushContent, PushKind } from './push-content.ts'

export type TextReader = {
  language: Language
  /** Null if the device has not named its time zone yet. */
  timeZone: string | null
  now: Date
  hidesNames: boolean
  appName: string
}

// The recipients of these pushes are not members of the group.
const leadToDashboard: PushContent['kind'][] = [
  'group.deleted.member',
  'membership.removed',
  'invitation.received',
]

/** The sections of the page 'Connections' that these pushes open. */
const profileSections: Partial<Record<PushKind, string>> = { 'admin.ending': 'keys', 'admin.failed': 'hooks' }

/** The sentences of these kinds of pushes for recipients who hide names. */
const unnamed: Partial<Record<PushKind, keyof Messages['push']>> = {
  'membership.status': 'availableUnnamed',
  'membership.asked': 'askedUnnamed',
  'availability.prompt': 'promptUnnamed',
  'membership.call': 'asksUnnamed',
  'call.closed': 'found',
}

export function textOf(content: PushContent, reader: TextReader): { title: string; body: string } {
  const { kind, group, user, count, needed, message, note, call } = content
  const { language, hidesNames, appName } = reader
  const time = timeOf(content, reader)
  const values = valuesOf({
    user,
    group: group?.name,
    count,
    needed,
    app: appName,
    time,
    text: call?.text,
    names: call?.names,
  })
  const push = (key: keyof Messages['push']) => anyText(language, 'push', key, values) ?? appName
  const notice = (key: NotificationKind) => anyText(language, 'notice', key, values) ?? appName
  const groupName = group?.name ?? appName
  const callBody = () => {
    const question = push(needed === undefined ? 'callText' : 'callNeeded')
    return time ? (anyText(language, 'push', 'callUntil', { question, time }) ?? question) : question
  }
  // The push may arrive late, so the text contains the time of the end and not the remaining time.
  const ending = () => push(time ? 'ending' : 'endingSoon')
  if (hidesNames && (group || user)) {
    if (kind === 'availability.ending') return { title: ending(), body: appName }
    const sentence = unnamed[kind]
    return sentence ? { title: push(sentence), body: appName } : { title: appName, body: push('unnamed') }
  }
  switch (kind) {
    case 'membership.status':
      return {
        title: push('available'),
        body: [time ? push('groupUntil') : groupName, note].filter(Boolean).join(' · '),
      }
    case 'availability.ending':
      return { title: groupName, body: ending() }
    case 'membership.call':
      return { title: push('asks'), body: callBody() }
    case 'call.closed':
      return { title: groupName, body: push('found') }
    case 'membership.asked':
      return { title: notice(kind), body: appName }
    case 'availability.prompt':
      return { title: push('prompt'), body: appName }
    case 'invitation.received':
      return { title: push('invited'), body: groupName }
    case 'device.confirmation':
      return { title: appName, body: push('confirmation') }
    case 'device.test':
      return { title: appName, body: push('test') }
    case 'device.unseen':
      return { title: appName, body: push('unseen') }
    case 'admin.announced':
      return { title: appName, body: message ?? '' }
    default:
      return { title: groupName, body: notice(kind) }
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
  const call =
    content.kind === 'membership.call' && content.call ? `${notice ? '&' : '?'}call=${content.call.id}` : ''
  if (section) return `${appUrl}/profile/connections${notice}#${section}`
  return `${appUrl}${groupId ? `/groups/${groupId}` : '/dashboard'}${notice}${call}`
}

/** Returns the id of the group that a click on the push opens. */
export function groupOf({ kind, group }: PushContent): string | undefined {
  return leadToDashboard.includes(kind) ? undefined : group?.id
}
