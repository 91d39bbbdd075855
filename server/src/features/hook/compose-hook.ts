import { minuteMs } from '#platform/clock.ts'
import type { HookContent, HookContext, HookKind, HookRequest } from './hook-content.ts'
import { chatText, forDiscord, forSlack, type Message, messageOf, withoutMentions } from './hook-message.ts'

const priorities = { ntfy: { low: 2, normal: 3, high: 4 }, gotify: { low: 2, normal: 5, high: 8 } }

/** Returns the request without a signature. Throws if the address of an ntfy hook names no topic. */
export function composeHook(kind: HookKind, content: HookContent, context: HookContext): HookRequest {
  const { url, token } = context
  const json = (to: string, body: unknown, headers: Record<string, string> = {}): HookRequest => ({
    url: to,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const composed = messageOf(content, context)
  const { title, message, click, urgency, tags } = composed
  switch (kind) {
    case 'ntfy': {
      const { root, topic } = ntfyAddress(url)
      const body = { topic, title, message, priority: priorities.ntfy[urgency], tags, click }
      return json(root, body, token ? { authorization: `Bearer ${token}` } : {})
    }
    case 'gotify': {
      const extras = { 'client::notification': { click: { url: click } } }
      const body = { title, message, priority: priorities.gotify[urgency], extras }
      return json(`${url.replace(/\/+$/, '')}/message`, body, token ? { 'x-gotify-key': token } : {})
    }
    case 'chat':
      return json(url, { text: forSlack(chatText(message, context)) })
    case 'discord':
      return json(url, { content: forDiscord(chatText(message, context)), allowed_mentions: { parse: [] } })
    case 'telegram': {
      const { address, chatId } = telegramAddress(url)
      const text = withoutMentions(chatText(message, context))
      return json(address, { chat_id: chatId, text, link_preview_options: { is_disabled: true } })
    }
    case 'webhook':
      return json(url, {
        type: content.type,
        timestamp: toMinute(context.createdAt.getTime()),
        data: dataOf(content, composed, context),
      })
  }
}

/** ntfy accepts JSON only at the address of its server, without the topic. Throws if `url` names no topic. */
export function ntfyAddress(url: string): { root: string; topic: string } {
  const { origin, pathname } = new URL(url)
  const [, path, topic] = /^(.*\/)([-_A-Za-z0-9]{1,64})\/?$/.exec(pathname) ?? []
  if (!path || !topic) throw new Error('The address names no topic.')
  return { root: `${origin}${path}`, topic }
}

/** The address that the documentation of bots shows: …/sendMessage?chat_id=…. Throws if `url` names no chat. */
export function telegramAddress(url: string): { address: string; chatId: string } {
  const { origin, pathname, searchParams } = new URL(url)
  const chatId = searchParams.get('chat_id')
  if (!chatId || !pathname.endsWith('/sendMessage')) throw new Error('The address names no chat.')
  return { address: origin + pathname, chatId }
}

/** Times are rounded down to the minute. */
function dataOf(content: HookContent, { title, message, click }: Message, context: HookContext): unknown {
  if (content.type === 'test') return { message }
  if (content.type === 'notification') {
    const { kind, group, user, count, needed, call, endMs } = content.push
    const named = context.hidesNames ? {} : { group, user }
    const until = endMs === undefined ? undefined : toMinute(endMs)
    return { kind, title, message, url: click, ...named, count, needed, callId: call?.id, until }
  }
  const { id: groupId, name: group } = content.group
  if (content.type === 'group.changed') {
    const { available, unconfirmed, members, needed, coverage, shownIds } = content
    const counts = { groupId, group, available, unconfirmed, members, needed, coverage }
    return shownIds ? { ...counts, names: context.names } : counts
  }
  if ('call' in content) {
    const { id: callId, count, needed, endMs } = content.call
    const asked = context.callText === null ? {} : { text: context.callText }
    return { groupId, group, callId, ...asked, count, needed, until: toMinute(endMs) }
  }
  const { status, endMs } = content
  const until = endMs === null ? null : toMinute(endMs)
  return { groupId, ...(!context.hidesNames && { group }), status, until }
}

function toMinute(ms: number): string {
  return new Date(Math.floor(ms / minuteMs) * minuteMs).toISOString()
}
