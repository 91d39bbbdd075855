import type { DeviceLanguage } from '@grouplight/contract/device.ts'
import type { hooks } from '#database/schema.ts'
import type { PushContent } from '#push/push-content.ts'

export type HookKind = (typeof hooks.$inferSelect)['kind']

/** What a hook tells. The request is composed when it is sent. */
export type HookContent =
  | { type: 'test' }
  | { type: 'notification'; push: PushContent }
  | {
      type: 'availability.changed'
      groupId: string
      group: string
      status: boolean
      /** The end of the availability in ISO format. */
      until: string | null
    }
  | {
      type: 'group.changed'
      groupId: string
      group: string
      available: number
      needed: number | null
      coverage: 'short' | 'enough' | null
      /** The names of available members who are shown outside. Missing if the hook does not tell names. */
      members?: string[]
    }

/** Where a hook sends to. It is stored sealed. */
export type HookTarget = {
  url: string
  /** The access token of ntfy or the application token of Gotify. */
  token: string | null
  /** The secret of the signatures. Only signed webhooks have one. */
  secret: string | null
}

export type HookReader = Pick<HookTarget, 'url' | 'token'> & {
  language: DeviceLanguage
  timeZone: string
  /** When the content was stored. */
  createdAt: Date
  now: Date
  appUrl: string
  appName: string
}

export type HookRequest = { url: string; headers: Record<string, string>; body: string }

/** Returns the request that tells the content. The hook worker adds the headers of a signature and posts it. */
export function composeHook(_kind: HookKind, content: HookContent, { url }: HookReader): HookRequest {
  return { url, headers: { 'content-type': 'application/json' }, body: JSON.stringify(content) }
}

/** Returns the topic of a delivery. A newer delivery of the same topic to the same hook replaces an undelivered one. */
export function topicOfDelivery(content: HookContent): string {
  return content.type
}
