import { type Askers, callShownMinutes } from '@grouplight/contract/call.ts'
import type { CoverageAlerts, RingingRule } from '@grouplight/contract/ringing.ts'
import { invitationLifeMs } from '#features/invitation/pending.ts'
import { minuteMs } from '#platform/clock.ts'

/** The data that the server is expected to have. `predict` changes it. */
export type ModelState = {
  users: ModelUser[]
  groups: ModelGroup[]
  invitations: ModelInvitation[]
  notifications: ModelNotification[]
}

export type ModelUser = {
  userId: string
  email: string
  name: string
  devices: boolean[]
  /** How often the user has asked in a window of time, and may ask at most. */
  asks: { ms: number; most: number; endMs: number; count: number }[]
}
/** The keys of `members`, `ringing` and `details` are the user ids of members. */
export type ModelGroup = {
  id: string
  name: string
  creator: string
  members: Record<string, boolean>
  offeredTo: string | null
  /** The one of the longest standing comes first. */
  deputies: string[]
  /** Without an entry, the rule of a member is 'all'. */
  ringing: Record<string, ModelRinging>
  askingInterval: number | null
  details: Record<string, ModelDetails>
  needed: number | null
  /** The side at the newest alert, or at the last change of `needed` if that change was later. Null if `needed` is null. */
  alertedSide: Side | null
  askers: Askers | null
  /** The newest comes first. */
  calls: ModelCall[]
}
/** `interval` is the member's own choice. `interval` and `usualEnd` are in minutes. `askedMs` is the time of the open question. */
export type ModelDetails = {
  joinedMs: number
  untilMs: number | null
  note: string | null
  usualEnd: number | null
  interval: number | null
  endsUnanswered: boolean
  confirmedMs: number
  askedMs: number | null
}
export type Side = 'short' | 'enough'
export type ModelRinging = { rule: RingingRule; follows: string[]; coverage?: CoverageAlerts }
export type ModelInvitation = {
  id: string
  groupId: string
  email: string
  invitedBy: string
  status: 'pending' | 'accepted' | 'declined' | 'cancelled' | 'expired'
  createdMs: number
  answeredMs: number
  /** When the email was last sent. */
  sentMs: number
}
/**
 * `id` is null until the user has fetched the notification. `statusOf` and `about` are the ids of the group and of the member in a
 * status notice. `ownOf` is the id of the group in a notice about the user's own availability. Status notices that the user does not
 * hear of have a `ModelNotification`, too.
 */
export type ModelNotification = {
  userId: string
  statusOf: string | null
  about: string | null
  ownOf: string | null
  /** The group and the side of a coverage alert. Null for any other notification. */
  coverage: { groupId: string; side: Side } | null
  /** The notification goes with the call. */
  callId: string | null
  message: string
  read: boolean
  createdMs: number
  id: number | null
}

export type ModelCall = {
  id: string
  asker: string
  text: string
  /** Null: as many as want. */
  needed: number | null
  endsMs: number
  closedMs: number
  outcome: 'found' | 'over' | 'withdrawn' | null
  answers: Map<string, boolean>
  asked: Set<string>
  /** How often it was found. */
  found: number
}

export function isAdmin({ creator, deputies }: ModelGroup, userId: string): boolean {
  return creator === userId || deputies.includes(userId)
}

export function isPendingAt(nowMs: number): (invitation: ModelInvitation) => boolean {
  return ({ status, createdMs }) => status === 'pending' && nowMs - createdMs < invitationLifeMs
}

export function ringingIn(group: ModelGroup | undefined, userId: string): ModelRinging {
  return group?.ringing[userId] ?? { rule: 'all', follows: [] }
}

/** Returns whether the user hears of the notification. The ringing rule applies only to status notices. */
export function isHeard(model: ModelState, { userId, statusOf, about }: ModelNotification): boolean {
  if (statusOf === null || about === null) return true
  const group = model.groups.find(({ id }) => id === statusOf)
  const { rule, follows } = ringingIn(group, userId)
  return rule === 'all' || (rule === 'followed' && follows.includes(about))
}

export function expectedView(model: ModelState, user: ModelUser, nowMs: number) {
  const pending = model.invitations.filter(isPendingAt(nowMs))
  const mine = model.groups.filter(group => user.userId in group.members)
  const notifications = model.notifications.filter(
    notification => notification.userId === user.userId && isHeard(model, notification),
  )
  return {
    name: user.name,
    groups: sorted(
      mine.map(({ id, name, creator, deputies, members, details, offeredTo, calls, ...group }) => ({
        id,
        name,
        creator,
        deputies,
        members: sorted(
          Object.entries(members).map(([userId, status]) => {
            const { askedMs, untilMs, note, usualEnd } = details[userId] as ModelDetails
            const isMe = userId === user.userId
            return {
              userId,
              status,
              isUnconfirmed: askedMs !== null,
              until: instant(untilMs),
              note: note ?? undefined,
              usualEnd: isMe ? (usualEnd ?? undefined) : undefined,
              endedAt: isMe ? instant(notifications.find(isEndIn(id))?.createdMs) : undefined,
            }
          }),
        ),
        offeredTo: [creator, offeredTo].includes(user.userId) ? offeredTo : null,
        askingInterval: group.askingInterval,
        needed: group.needed,
        calls: sorted(callsSeenBy(calls, user.userId, nowMs)),
      })),
    ),
    received: sorted(
      pending
        .filter(({ email }) => email === user.email)
        .map(({ id, groupId, invitedBy }) => ({
          id,
          group: model.groups.find(group => group.id === groupId)?.name,
          by: model.users.find(({ userId }) => userId === invitedBy)?.name,
        })),
    ),
    sent: sorted(
      mine
        .filter(group => isAdmin(group, user.userId))
        .flatMap(({ id: groupId }) => pending.filter(invitation => invitation.groupId === groupId))
        .map(({ id }) => id),
    ),
    ringing: sorted(
      mine
        .map(group => ({ groupId: group.id, ...ringingIn(group, user.userId) }))
        .filter(({ rule, coverage, follows }) => rule !== 'all' || coverage || follows.length > 0)
        .map(({ groupId, rule, follows, coverage }) => ({
          ...{ groupId, rule, follows: follows.toSorted() },
          ...(coverage && { coverage }),
        })),
    ),
    unread: notifications.filter(({ read }) => !read).length,
    notifications: sorted(notifications.map(({ message, read }) => `${message} ${read ? 'read' : 'unread'}`)),
  }
}

/** What the member sees. */
export function callsSeenBy(calls: ModelCall[], user: string, nowMs: number) {
  const isRecent = ({ closedMs }: ModelCall) => closedMs > nowMs - callShownMinutes * minuteMs
  const shown = calls.filter(call => {
    const isOwn = call.asker === user
    if (call.outcome === 'found')
      return isRecent(call) || ((isOwn || call.answers.get(user)) && call.endsMs > nowMs)
    return call.outcome === null || (isRecent(call) && call.outcome === 'over' && isOwn)
  })
  return shown.map(call => {
    const can = whoCan(call)
    const cannot = call.answers.size - can.length
    const unanswered = [...call.asked].filter(id => !call.answers.has(id)).length
    const isAsker = call.asker === user
    return {
      ...{ id: call.id, outcome: call.outcome ?? undefined, count: can.length },
      answer: call.answers.get(user),
      who: isAsker || call.answers.get(user) ? can.toSorted() : undefined,
      asked: isAsker ? { cannot, unanswered } : undefined,
    }
  })
}

export function whoCan({ answers }: ModelCall): string[] {
  return [...answers].flatMap(([id, can]) => (can ? [id] : []))
}

function isEndIn(groupId: string): (notification: ModelNotification) => boolean {
  return ({ ownOf, message }) => ownOf === groupId && message.endsWith('has ended')
}

function instant(ms: number | null | undefined): string | undefined {
  return ms ? new Date(ms).toISOString() : undefined
}

export type UserView = ReturnType<typeof expectedView>

/** Sorts by JSON, so that lists can be compared without regard to their order. */
export function sorted<Item>(items: Item[]): Item[] {
  return items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}
