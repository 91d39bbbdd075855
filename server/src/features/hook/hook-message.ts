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
const mostInDiscord = 2_000

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
  if ('call' in content) {
    const { count, needed } = content.call
    const question = context.callText ? fill('asked', { text: context.callText }) : fill('asks', {})
    const state = content.type === 'call.opened' ? (needed === null ? 'canOpen' : 'countOpen') : content.type
    return { ...normal, message: fill(state, { question, count, needed }), click }
  }
  const { status, endMs } = content
  const time = status ? timeOf({ endMs: endMs ?? undefined }, context) : null
  const named = !status ? 'unavailable' : time ? 'availableUntil' : 'available'
  const unnamed = status ? 'availableUnnamed' : 'unavailableUnnamed'
  const tags = [status ? 'green_circle' : 'white_circle']
  return { ...normal, message: fill(hidesNames ? unnamed : named, { time }), click, urgency: 'low', tags }
}

/** Adds at most `mostNamesInChat` names to the message. */
export function chatText(message: string, { names, language }: HookContext): string {
  const shown = names.slice(0, mostNamesInChat)
  const list = new Intl.ListFormat(language, { type: 'unit' }).format(shown)
  return names.length === 0 ? message : `${message}\n${list}${names.length > shown.length ? '…' : ''}`
}

/** Escapes `&`, `<` and `>`, because they have a meaning in Slack. Mattermost and Matrix make neither mentions nor links of it. */
export function forSlack(text: string): string {
  return withoutMentions(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\](?=\()/g, '$&\u200b')
}

/** Escapes what has a meaning in Discord's Markdown, and cuts what Discord would refuse. */
export function forDiscord(text: string): string {
  return text.slice(0, mostInDiscord / 2).replace(/[\\*_~`|<>[\]()#:@-]/g, '\\$&')
}

export function withoutMentions(text: string): string {
  return text.replaceAll('@', '@\u200b')
}
