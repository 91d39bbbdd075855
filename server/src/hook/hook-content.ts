import type { DeviceLanguage } from '@grouplight/contract/device.ts'
import type { hooks } from '#database/schema.ts'
import { isSilenced } from '#push/is-silenced.ts'
import { type PushContent, topicOf } from '#push/push-content.ts'
import type { QuietSettings } from '#push/quiet-hours.ts'

export type HookKind = (typeof hooks.$inferSelect)['kind']

/** What a hook tells. The request is composed when it is sent. */
export type HookContent =
  | { type: 'test' }
  /** `queuePushes` stores it together with the pushes for the user's devices. */
  | { type: 'notification'; push: PushContent }
  | OwnStatus
  | GroupCounts

/** The availability of the hook's user in a group. */
export type OwnStatus = {
  type: 'availability.changed'
  group: { id: string; name: string }
  status: boolean
  /** The end in milliseconds. Null if there is no end. */
  endMs: number | null
}

/** The counts of the group of a hook. */
export type GroupCounts = {
  type: 'group.changed'
  group: { id: string; name: string }
  available: number
  members: number
  needed: number | null
  coverage: 'short' | 'enough' | null
  /**
   * The ids of the members who were Available and let the group show them outside. When sending, `readNames` reads the names of those
   * for whom both still hold. Null: no names are told.
   */
  shownIds: string[] | null
}

/** Where a hook sends to. It is stored sealed. */
export type HookTarget = {
  url: string
  /** The access token of ntfy or the application token of Gotify. */
  token: string | null
  /** The secret of the signatures. Only signed webhooks have one. */
  secret: string | null
}

/** What is needed, beside the content, to compose the request to a hook. */
export type HookContext = Pick<HookTarget, 'url' | 'token'> & {
  language: DeviceLanguage
  timeZone: string
  /** Whether the user hides names. False for a hook of a group. */
  hidesNames: boolean
  /** What `readNames` returned. */
  names: string[]
  /** When the content was stored. */
  createdAt: Date
  now: Date
  appUrl: string
  appName: string
}

export type HookRequest = { url: string; headers: Record<string, string>; body: string }

/** Returns the topic of a delivery. A newer delivery of the same topic to the same hook replaces an undelivered one. */
export function topicOfDelivery(content: HookContent): string {
  if (content.type === 'test') return 'test'
  if (content.type === 'notification') return topicOf(content.push)
  return `${content.type} ${content.group.id}`
}

/**
 * Returns whether a delivery is dropped, because its user is quiet. Only notifications are dropped: a receiver of availabilities
 * or counts must know the present state even in quiet hours.
 */
export function isSilencedDelivery(
  content: HookContent,
  settings: QuietSettings,
  times: { createdMs: number; nowMs: number },
): boolean {
  return content.type === 'notification' && isSilenced(content.push, settings, times)
}
