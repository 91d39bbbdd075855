import * as z from 'zod/mini'

/** The path of the WebSocket. It speaks from server to browser; the browser only asks 'ping'. */
export const livePath = '/api/live'

/** Raised when a message changes its shape: a browser with another number reloads. */
export const liveProtocol = 1

/** A beat comes at least this often; a browser that hears nothing for twice as long reconnects. */
export const heartbeatMs = 25_000

/** Why the server closes a socket. */
export const closeCodes = {
  /** The session has ended (signed out, reset, expired, disabled): back to the sign-in page. */
  sessionEnded: 4001,
  /** The reader was too slow and is dropped: connect again and refetch. */
  tooSlow: 4002,
  /** This person has too many open sockets. */
  tooManySockets: 4003,
  /** The server restarts: come back after a random moment. */
  restarting: 1012,
} as const

const groupId = z.string()
const version = z.int()

/** Milliseconds since 1970. */
const since = z.int()
/** Whose availability changed: who is available now with the id of the notice that told the others, the rest with 0. */
const changes = z.record(z.string(), z.int().check(z.minimum(0)))

/**
 * Every message of the wire, as a tuple that starts with its name. Messages about a group carry the version after the change:
 * have + 1 is applied, anything newer means fetch again. The rest are hints: fetch that again.
 */
export const liveMessageSchema = z.union([
  z.tuple([z.literal('hello'), z.object({ protocol: z.int() })]),
  z.tuple([z.literal('beat')]),
  /**
   * Toggled: the availability of one or more members changed, at one instant and all of them as one version. Its name is one
   * letter because nothing else is sent as often.
   */
  z.tuple([z.literal('t'), groupId, version, since, changes]),
  /** Name, description, members or their names changed. */
  z.tuple([z.literal('group.changed'), groupId, version]),
  /** I am a member no longer, or the group is gone. */
  z.tuple([z.literal('group.left'), groupId]),
  /** I am a member of one more group. */
  z.tuple([z.literal('group.joined'), groupId]),
  /** The invitations to my address changed. */
  z.tuple([z.literal('invitations.changed')]),
  /** The pending invitations of a group of mine changed (to its creator alone). */
  z.tuple([z.literal('group.invitations.changed'), groupId]),
  /** Notifications were added or read. */
  z.tuple([z.literal('notifications.changed')]),
  z.tuple([z.literal('account.changed')]),
  /** I signed out on another device and am now Unavailable everywhere. */
  z.tuple([z.literal('signed.out.elsewhere')]),
])

export type LiveMessage = z.infer<typeof liveMessageSchema>
export type Toggled = Extract<LiveMessage, ['t', ...unknown[]]>
