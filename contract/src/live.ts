import * as z from 'zod/mini'

/** The path of the WebSocket. The server sends the messages of this file. The browser sends only 'ping'. */
export const livePath = '/api/live'

/** Increased when the format of a message changes. A web app with another number reloads. */
export const liveProtocol = 1

/** The server sends a heartbeat at this interval. A browser that receives nothing for twice this time reconnects. */
export const heartbeatMs = 25_000

/** The reasons for which the server closes a WebSocket. */
export const closeCodes = {
  /** The session has ended by sign-out, password reset, expiry or disabling. The web app shows the sign-in page. */
  sessionEnded: 4001,
  /** The client read too slowly. It should reconnect and fetch everything again. */
  tooSlow: 4002,
  /** The user has too many open WebSockets. */
  tooManySockets: 4003,
  /** The server restarts. The client should reconnect after a random delay. */
  restarting: 1012,
} as const

const groupId = z.string()
const version = z.int()

/** The time of the change, in milliseconds since 1970. */
const since = z.int()
/** Maps a user id to 0 if the member became Unavailable, or to the id of the notice if the member became Available. */
const changes = z.record(z.string(), z.int().check(z.minimum(0)))

/**
 * Every message from the server, as a tuple that starts with its name. The version is the group's version after the change. A
 * client that has the previous version applies the message. A client that has an older version fetches the group again. A message
 * without a version means that the client should fetch the named data again.
 */
export const liveMessageSchema = z.union([
  z.tuple([z.literal('hello'), z.object({ protocol: z.int() })]),
  z.tuple([z.literal('beat')]),
  /**
   * Toggled: the availability of one or more members changed at the same time and in the same version. The name has one letter
   * because this message is sent most often.
   */
  z.tuple([z.literal('t'), groupId, version, since, changes]),
  /** The group's name, description, members or the members' names changed. */
  z.tuple([z.literal('group.changed'), groupId, version]),
  /** The user has left the group, or the group was deleted. */
  z.tuple([z.literal('group.left'), groupId]),
  /** The user has joined the group. */
  z.tuple([z.literal('group.joined'), groupId]),
  /** The invitations to the user's address changed. */
  z.tuple([z.literal('invitations.changed')]),
  /** The pending invitations of a group changed. Sent only to the group's creator. */
  z.tuple([z.literal('group.invitations.changed'), groupId]),
  /** Notifications were added or read. */
  z.tuple([z.literal('notifications.changed')]),
  z.tuple([z.literal('account.changed')]),
  /** The user signed out on another device and is now Unavailable in every group. */
  z.tuple([z.literal('signed.out.elsewhere')]),
])

export type LiveMessage = z.infer<typeof liveMessageSchema>
export type Toggled = Extract<LiveMessage, ['t', ...unknown[]]>
