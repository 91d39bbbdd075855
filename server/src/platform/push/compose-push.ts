import type { PushAction, PushPayload } from '@grouplight/contract/push.ts'
import { codePoints } from '@grouplight/contract/text.ts'
import { directionOf } from '@grouplight/locales/src/direction.ts'
import type { Language } from '@grouplight/locales/src/languages.ts'
import { hourMs } from '#platform/clock.ts'
import { presentLanguage, text } from '#platform/texts/text.ts'
import { type PushContent, topicOf } from './push-content.ts'
import { addressOf, groupOf, type TextReader, textOf } from './push-text.ts'

type Reader = TextReader & { userId: string; unread: number; appUrl: string }

// This is the limit before encryption. Every push service must accept 4,096 encrypted bytes (RFC 8291, section 4).
const mostBytes = 3_000

/** Returns JSON. Cuts the title and the body if the JSON would exceed `mostBytes`. */
export function composePush(content: PushContent, reader: Reader): string {
  const { unread, appUrl } = reader
  const language = presentLanguage(reader.language)
  const { kind, noticeId, note, token } = content
  const actions = actionsOf(content, language)
  const shown = textOf(content, reader)
  const groupId = groupOf(content)
  const payload: PushPayload = {
    web_push: 8030,
    mutable: true,
    notification: {
      ...shown,
      navigate: addressOf(content, appUrl),
      lang: language,
      dir: directionOf(language),
      tag: topicOf(content),
      silent: kind === 'call.closed',
      ...(actions.length > 0 && { actions }),
      data: {
        kind,
        groupId,
        noticeId,
        userId: actions.some(isForUser) ? reader.userId : undefined,
        until: offeredEnd(content),
        note: actions.some(isForUser) ? note : undefined,
        token,
        callId: content.call?.id,
      },
    },
    app_badge: unread,
  }
  for (let most = codePoints(shown.title + shown.body); ; most = Math.floor(most / 2)) {
    const json = JSON.stringify(payload)
    if (Buffer.byteLength(json) <= mostBytes || most === 0) return json
    payload.notification.title = cut(shown.title, most)
    payload.notification.body = cut(shown.body, most)
  }
}

/** Browsers show at most two actions. */
function actionsOf(
  { kind, until }: PushContent,
  language: Language,
): { action: PushAction; title: string }[] {
  switch (kind) {
    case 'membership.status':
      return [{ action: 'mute', title: text(language, 'push', 'mute') }]
    case 'membership.asked':
      return [
        { action: 'confirm', title: text(language, 'push', 'stillAvailable') },
        { action: 'end', title: text(language, 'push', 'notAnyMore') },
      ]
    case 'availability.prompt':
      return [
        { action: 'available', title: text(language, 'push', 'until', { time: until?.time ?? '' }) },
        { action: 'dismiss', title: text(language, 'push', 'notToday') },
      ]
    case 'availability.ending':
      return [
        { action: 'available', title: text(language, 'push', 'oneMoreHour') },
        { action: 'stopReminding', title: text(language, 'push', 'stopReminding') },
      ]
    case 'membership.call':
      return [
        { action: 'can', title: text(language, 'push', 'iCan') },
        { action: 'cannot', title: text(language, 'push', 'iCannot') },
      ]
    default:
      return []
  }
}

function offeredEnd({ kind, until, endMs }: PushContent): string | undefined {
  if (kind === 'availability.ending' && endMs) return new Date(endMs + hourMs).toISOString()
  return until?.at
}

/** The server refuses these actions in a browser in which another user has signed in meanwhile. */
function isForUser({ action }: { action: PushAction }): boolean {
  return !['mute', 'stopReminding', 'dismiss'].includes(action)
}

function cut(text: string, most: number): string {
  return codePoints(text) <= most ? text : `${[...text].slice(0, most).join('')}…`
}
