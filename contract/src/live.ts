import * as z from 'zod/mini'
import { sharedCallSchema } from './call.ts'
import type { Member } from './group.ts'

/** The path of the WebSocket. The browser sends only 'ping'. */
export const livePath = '/api/live'

/** The version of the messages' format. A web app that expects another version reloads. */
export const liveProtocol = 2

/** The interval of the server's heartbeats. A browser that has received nothing for twice this time reconnects. */
export const heartbeatMs = 25_000

export const closeCodes = {
  /** The session has ended, for example by a sign-out. */
  sessionEnded: 4001,
  tooManySockets: 4003,
  /** The server stops, or could not set up the connection. The client should reconnect after a random delay. */
  restarting: 1012,
} as const

const groupId = z.string()
const version = z.int()

/** When the members became Available or Unavailable, in milliseconds since 1970. */
const since = z.int()
/** The key is a user id. The value is 0 if the member became Unavailable. Otherwise it is the id of the status notice. */
const changes = z.record(z.string(), z.int().check(z.minimum(0)))
/** The key is a user id. The tuple is `[end, note, unconfirmedSince]`. A missing part is 0 or ''. Times are in ms since 1970. */
const details = z.record(z.string(), z.tuple([z.int(), z.string(), z.int()]))

// 't' contains only what has changed since the previous version. A client with an older copy fetches the group.
// After a message whose name ends in 'changed', the client fetches the data that the name refers to.
export const liveMessageSchema = z.union([
  /** Sent to a new client, and when a client may have missed messages. The client then fetches everything. */
  z.tuple([z.literal('hello'), z.object({ protocol: z.int() })]),
  z.tuple([z.literal('beat')]),
  /**
   * Members have new states. The name is a single letter, because this message is sent most often. The details are those of Available
   * members who have some, or whose details alone have changed. Every other member whose id the message contains has none.
   */
  z.tuple([z.literal('t'), groupId, version, since, changes, z.optional(details)]),
  /** A call was opened, answered or closed. The asker and those who have answered then fetch the group, because they know more. */
  z.tuple([z.literal('c'), groupId, version, sharedCallSchema]),
  /** The group has changed, for example its name, its creator, an offer, the list of members or a member's name. */
  z.tuple([z.literal('group.changed'), groupId, version]),
  /** The user has left the group or was removed from it, or the group was deleted. */
  z.tuple([z.literal('group.left'), groupId]),
  /** The user has joined the group, has changed the usual end there, or has answered a call. */
  z.tuple([z.literal('group.joined'), groupId]),
  z.tuple([z.literal('invitations.changed')]),
  /** Sent only to the group's creator and deputies. At a hand-over, also sent to the previous creator. */
  z.tuple([z.literal('group.invitations.changed'), groupId]),
  z.tuple([z.literal('notifications.changed')]),
  /** The user has changed a ringing rule, coverage alerts, a follow, a watch, or the settings of ringing or questions. */
  z.tuple([z.literal('ringing.changed')]),
  /** A watch of the user is fulfilled by this member, or by this number of other Available members. */
  z.tuple([z.literal('watch.fulfilled'), groupId, z.union([z.string(), z.int()])]),
  z.tuple([z.literal('account.changed')]),
  /** The user has signed out in another browser. The user is now Unavailable in every group. */
  z.tuple([z.literal('signed.out.elsewhere')]),
])

export type LiveMessage = z.infer<typeof liveMessageSchema>
export type StatusMessage = Extract<LiveMessage, ['t', ...unknown[]]>
export type FulfilledMessage = Extract<LiveMessage, ['watch.fulfilled', ...unknown[]]>

/** A member's new state. Without a status, only the details have changed. A detail that is left out is removed. */
export type NewState = Details &
  Partial<Pick<Member, 'status' | 'lastUpdated'>> & {
    userId: string
    /** Null unless the member became Available. */
    noticeId: number | null
  }

type Details = Pick<Member, 'until' | 'note' | 'unconfirmedSince'>

/** Leaves out the missing parts, which may also be null. Times are in ms since 1970. */
export function detailsOf(
  until: number | null,
  note: string | null,
  unconfirmedSince: number | null,
): Details {
  return {
    ...(until && { until: timeOf(until) }),
    ...(note && { note }),
    ...(unconfirmedSince && { unconfirmedSince: timeOf(unconfirmedSince) }),
  }
}

/** Returns the new states in the order of their notices. */
export function readStates([, , , since, changes, details = {}]: StatusMessage): NewState[] {
  const lastUpdated = timeOf(since)
  const userIds = new Set([...Object.keys(changes), ...Object.keys(details)])
  const states = [...userIds].map(userId => {
    const noticeId = changes[userId]
    return {
      userId,
      noticeId: noticeId || null,
      ...(noticeId !== undefined && { status: noticeId > 0, lastUpdated }),
      ...detailsOf(...(details[userId] ?? [0, '', 0])),
    }
  })
  return states.sort((one, other) => (one.noticeId ?? 0) - (other.noticeId ?? 0))
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}
