import type { DeviceLanguage } from '@grouplight/contract/device.ts'
import type { hooks } from '#database/schema.ts'
import { isSilenced } from '#push/is-silenced.ts'
import { type PushContent, topicOf } from '#push/push-content.ts'
import type { QuietSettings } from '#push/quiet-hours.ts'

export type HookKind = (typeof hooks.$inferSelect)['kind']

/** What a hook tells. `composeHook` makes the HTTP request from it only when it is sent. */
export type HookContent =
  | { type: 'test' }
  /** `queuePushes` stores this content together with the pushes for the user's devices. */
  | { type: 'notification'; push: PushContent }
  | OwnStatus
  | GroupCounts

export type OwnStatus = {
  type: 'availability.changed'
  group: { id: string; name: string }
  status: boolean
  /** The end in milliseconds since 1970. Null if there is no end. */
  endMs: number | null
}

export type GroupCounts = {
  type: 'group.changed'
  group: { id: string; name: string }
  available: number
  members: number
  needed: number | null
  coverage: 'short' | 'enough' | null
  /** Members who were Available and shown outside when the content was made (see `readNames`). Null if the hook tells no names. */
  shownIds: string[] | null
}

/** Where a hook sends to, and its secrets. It is stored encrypted: see `sealTarget`. */
export type HookTarget = {
  url: string
  /** The access token of ntfy or the application token of Gotify. Null if there is none. */
  token: string | null
  /** The secret with which the requests are signed. Null if the hook is not a signed webhook. */
  secret: string | null
}

export type HookContext = Pick<HookTarget, 'url' | 'token'> & {
  language: DeviceLanguage
  timeZone: string
  /** Whether the hook's user hides names. False for a hook of a group. */
  hidesNames: boolean
  names: string[]
  /** When the delivery was stored. For a test of a hook, the time of the test. */
  createdAt: Date
  now: Date
  appUrl: string
  appName: string
}

export type HookRequest = { url: string; headers: Record<string, string>; body: string }

/** A newer delivery with the same topic and hook replaces one that is not delivered yet. */
export function topicOfDelivery(content: HookContent): string {
  if (content.type === 'test') return 'test'
  if (content.type === 'notification') return topicOf(content.push)
  return `${content.type} ${content.group.id}`
}

/** Returns true for a notification if the user is or was quiet. Receivers of other content need the present state at all times. */
export function isSilencedDelivery(
  content: HookContent,
  settings: QuietSettings,
  times: { createdMs: number; nowMs: number },
): boolean {
  return content.type === 'notification' && isSilenced(content.push, settings, times)
}
