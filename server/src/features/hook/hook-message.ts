import type { Messages } from '@grouplight/locales/messages.d.ts'
import { isUrgent } from '#platform/push/push-content.ts'
import { addressOf, textOf, timeOf } from '#platform/push/push-text.ts'
import { anyText, text } from '#platform/texts/text.ts'
import type { HookContent, HookContext } from './hook-content.ts'

export type Message = {
  title: string
  message: string
  click: string
  urgency: 'low' | 'normal' | 'high'
  /** Names of emojis, as ntfy defines them. */
  tags: string[]
}

// Some chats limit the length of a message.
const mostNamesInChat = 50

export function messageOf(content: HookContent, context: HookContext): Message {
  const { appUrl, appName, language, hidesNames } = context
  const normal = { title: appName, urgency: 'normal' as const, tags: [] }
  if (content.type === 'test') {
    const { body } = textOf({ kind: 'device.test' }, context)
    return { ...normal, message: body, click: `${appUrl}/dashboard` }
  }
  if (content.type === 'notification') {
    const { push } = content
    const { title, body } = textOf(push, context)
    const urgency = isUrgent(push.kind) ? 'high' : 'normal'
    const tags = push.kind === 'membership.status' ? ['green_circle'] : []
    return { title, message: body, click: addressOf(push, appUrl), urgency, tags }
  }
  const fill = (key: keyof Messages['hook-message'], values: Record<string, string | number | null>) =>
    anyText(language, 'hook-message', key, { group: content.group.name, ...values }) ?? appName
  const click = `${appUrl}/groups/${content.group.id}`
  if (content.type === 'group.changed') {
    const { available, unconfirmed, needed, coverage } = content
    const more = unconfirmed > 0 ? text(language, 'hook-message', 'unconfirmed', { count: unconfirmed }) : ''
    const sentence = coverage ?? (available === 0 ? 'nobody' : 'count')
    return { ...normal, message: fill(sentence, { count: available, unconfirmed: more, needed }), click }
  }
  const { status, endMs } = content
  const time = status ? timeOf({ endMs: endMs ?? undefined }, context) : null
  const named = !status ? 'unavailable' : time ? 'availableUntil' : 'available'
  const unnamed = status ? 'availableUnnamed' : 'unavailableUnnamed'
  const tags = [status ? 'green_circle' : 'white_circle']
  return { ...normal, message: fill(hidesNames ? unnamed : named, { time }), click, urgency: 'low', tags }
}

/**
 * Adds at most `mostNamesInChat` names to the message. Escapes `&`, `<` and `>`, because they have a meaning in Slack. Adds
 * zero-width spaces, which keep Mattermost and Matrix from making mentions and links.
 */
export function chatText(message: string, { names, language }: HookContext): string {
  const shown = names.slice(0, mostNamesInChat)
  const list = new Intl.ListFormat(language, { type: 'unit' }).format(shown)
  const text = names.length === 0 ? message : `${message}\n${list}${names.length > shown.length ? '…' : ''}`
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/@|\](?=\()/g, '$&\u200b')
}
