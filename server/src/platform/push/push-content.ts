import { topicOfCall } from '@grouplight/contract/push.ts'
import { watchActions } from '@grouplight/contract/watch.ts'
import type { Messages } from '@grouplight/locales/messages.d.ts'
import { hourMs, minuteMs } from '#platform/clock.ts'

export type PushContent = {
  kind: PushKind
  group?: { id: string; name: string }
  noticeId?: number
  user?: string
  count?: number
  needed?: number
  /** The end of the availability, in milliseconds since 1970. The push is not sent after this end. */
  endMs?: number | undefined
  note?: string | undefined
  /** The end that a prompt offers. `at` is an ISO timestamp, and `time` is the time of day in the user's time zone. */
  until?: { at: string; time: string }
  message?: string
  call?: { id: string; text: string; names?: string | undefined }
  /** The browser of a new device sends this token back to confirm the device. */
  token?: string
}

/** The type, the action and, if there is one, the recipient's role of a notification, joined by dots. */
export type NotificationKind = keyof Messages['notice']

export type PushKind =
  | NotificationKind
  | 'admin.announced'
  | 'invitation.received'
  | 'availability.prompt'
  | 'availability.ending'
  | 'call.closed'
  | 'device.confirmation'
  | 'device.test'
  | 'device.unseen'

/** Returns the time from the queueing of a push to its expiry. A push with an earlier `endMs` expires at `endMs`. */
export function pushLifeMs(kind: PushKind): number {
  if (tellsAvailability(kind)) return hourMs
  if (kind === 'device.test') return minuteMs
  if (kind === 'device.confirmation') return confirmationLifeMs
  return 24 * hourMs
}

export const confirmationLifeMs = 10 * minuteMs

export function isUrgent(kind: PushKind): boolean {
  return tellsAvailability(kind) || ['device.confirmation', 'device.test'].includes(kind)
}

function tellsAvailability(kind: PushKind): boolean {
  const isOwn = ['membership.asked', 'availability.prompt', 'availability.ending'].includes(kind)
  return (
    kind === 'membership.status' ||
    isOwn ||
    isOfAsked(kind) ||
    isForAsker(kind) ||
    isOfWatch(kind) ||
    isOfCoverage(kind)
  )
}

/** What the asker of a call is told. */
export const askerKinds = [
  'membership.found',
  'membership.can',
  'membership.cannot',
  'membership.changed',
  'membership.over',
  'membership.partly',
  'membership.closed',
  'membership.withdrawn',
] as const satisfies PushKind[]

function isForAsker(kind: PushKind): boolean {
  return askerKinds.some(of => of === kind)
}

function isOfWatch(kind: PushKind): boolean {
  return watchActions.some(action => kind.endsWith(`.${action}`))
}

function isOfCoverage(kind: PushKind): boolean {
  return kind === 'admin.short' || kind === 'admin.enough'
}

/** Returns whether a push rings even for a quiet user. The user or the device waits for such a push. */
export function ringsAlways(kind: PushKind): boolean {
  return isOfWatch(kind) || kind === 'device.confirmation' || kind === 'device.test'
}

function isOfAsked(kind: PushKind): boolean {
  return kind === 'membership.call' || kind === 'call.closed'
}

/** A newer push of the same topic to the same device replaces a push that is not delivered yet. */
export function topicOf({ kind, group, noticeId, call }: PushContent): string {
  if (call && isOfAsked(kind)) return topicOfCall(call.id)
  // A push about one watch must not replace a push about another watch.
  if (isOfWatch(kind)) return `${kind} ${noticeId}`
  if (group && isOfCoverage(kind)) return `coverage ${group.id}`
  return group ? `${kind} ${group.id}` : kind
}
