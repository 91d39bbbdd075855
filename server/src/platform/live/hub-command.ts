import { closeCodes, type LiveMessage, liveMessageSchema } from '@grouplight/contract/live.ts'
import * as z from 'zod/mini'

/** A command to the hubs of all nodes. The hub of the sending node applies it immediately. The other hubs get it over the bus. */
export type HubCommand =
  | ['publish', topic: string, message: LiveMessage]
  | ['dissolve', topic: string]
  /** `version` is the user's version after the transaction that sends the messages. */
  | ['sendTo', userId: string, version: number, messages: LiveMessage[]]
  | ['follow', userId: string, topic: string]
  | ['unfollow', userId: string, topic: string]
  | ['close', userId: string, code: number, session: string | null]
  /** The settings of the site have changed. */
  | ['site']

// Each name is a topic, a user id or a session id, and is shorter than 100 characters.
const name = z.string().check(z.minLength(1), z.maxLength(100))

export const hubCommandSchema: z.ZodMiniType<HubCommand> = z.union([
  z.tuple([z.literal('publish'), name, liveMessageSchema]),
  z.tuple([z.literal('sendTo'), name, z.int(), z.array(liveMessageSchema)]),
  z.tuple([z.literal('follow'), name, name]),
  z.tuple([z.literal('unfollow'), name, name]),
  z.tuple([z.literal('dissolve'), name]),
  z.tuple([z.literal('site')]),
  // With an invalid code, `close` of the WebSocket would throw, which would end the process.
  z.tuple([z.literal('close'), name, z.literal(Object.values(closeCodes)), z.nullable(name)]),
])

/** Over NATS, a node gets only commands whose subject is a topic or a user of one of its live connections. */
export function subjectOf(command: HubCommand): string {
  if (command[0] === 'site') return siteSubject
  return command[0] === 'publish' || command[0] === 'dissolve' ? command[1] : userSubject(command[1])
}

/** Every node gets the commands with this subject. */
export const siteSubject = 'site'

export function userSubject(userId: string): string {
  return `user:${userId}`
}
