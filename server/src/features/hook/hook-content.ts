import type { Language } from '@grouplight/locales/src/languages.ts'
import type { hooks } from '#platform/database/schema.ts'
import { type PushContent, topicOf } from '#platform/push/push-content.ts'
import { isSilenced, type QuietSettings } from '#platform/push/quiet-hours.ts'

export type HookKind = (typeof hooks.$inferSelect)['kind']

/**
 * What a hook sends. `composeHook` makes an HTTP request from it at each attempt. A test of a hook sends it immediately. In all
 * other cases, it is stored as a delivery.
 */
export type HookContent =
  | { type: 'test' }
  | { type: 'notification'; push: PushContent }
  | OwnStatus
  | GroupCounts
  | CallNumbers

export type OwnStatus = {
  type: 'availability.changed'
  group: { id: string; name: string }
  status: boolean
  endMs: number | null
}

export type GroupCounts = {
  type: 'group.changed'
  group: { id: string; name: string }
  /** Without the members with an open question. */
  available: number
  unconfirmed: number
  members: number
  needed: number | null
  coverage: 'short' | 'enough' | null
  /** The members who were Available without an open question, and shown outside, when the content was made. Null if the hook sends no names. */
  shownIds: string[] | null
}

/** What a hook of a group tells about a question to the group. The question itself is read when the content is sent. */
type CallNumbers = {
  type: 'call.opened' | 'call.found' | 'call.over'
  group: { id: string; name: string }
  call: { id: string; count: number; needed: number | null; endMs: number }
}

/** The target is stored encrypted: see `sealTarget`. */
export type HookTarget = {
  url: string
  token: string | null
  /** The secret with which the requests are signed. Null if the hook is not a signed webhook. */
  secret: string | null
}

export type HookContext = Pick<HookTarget, 'url' | 'token'> & {
  language: Language
  timeZone: string
  /** Whether the hook's user hides names. False for a hook of a group. */
  hidesNames: boolean
  names: string[]
  /** What the call of the content asks. Null if the hook does not tell it. */
  callText: string | null
  /** When the delivery was stored. For a test of a hook, the time of the test. */
  createdAt: Date
  now: Date
  appUrl: string
  appName: string
}

export type HookRequest = { url: string; headers: Record<string, string>; body: string }

/** A newer delivery with the same topic replaces a waiting one to the same hook. */
export function topicOfDelivery(content: HookContent): string {
  if (content.type === 'test') return 'test'
  if (content.type === 'notification') return topicOf(content.push)
  if ('call' in content) return `call ${content.call.id}`
  return `${content.type} ${content.group.id}`
}

/** Only notifications can be silenced, because changes must reach the receiver at all times. */
export function isSilencedDelivery(
  content: HookContent,
  settings: QuietSettings,
  times: { createdMs: number; nowMs: number },
): boolean {
  return content.type === 'notification' && isSilenced(content.push, settings, times)
}
