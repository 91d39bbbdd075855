import { closeCodes, type LiveMessage, liveMessageSchema } from '@grouplight/contract/live.ts'
import * as z from 'zod/mini'

/** A command to the hubs of all nodes. With several nodes, each hub gets it over the bus, also that of the node which tells it. */
export type HubCommand =
  | ['publish', topic: string, message: LiveMessage]
  | ['dissolve', topic: string]
  | ['sendTo', userId: string, message: LiveMessage]
  | ['follow', userId: string, topic: string]
  | ['unfollow', userId: string, topic: string]
  | ['close', userId: string, code: number, session: string | null]
  /** The settings of the site have changed. */
  | ['site']

// Each name is a topic, a user id or a session id, and is shorter than 100 characters.
const name = z.string().check(z.minLength(1), z.maxLength(100))

export const hubCommandSchema: z.ZodMiniType<HubCommand> = z.union([
  z.tuple([z.literal('publish'), name, liveMessageSchema]),
  z.tuple([z.literal('sendTo'), name, liveMessageSchema]),
  z.tuple([z.literal('follow'), name, name]),
  z.tuple([z.literal('unfollow'), name, name]),
  z.tuple([z.literal('dissolve'), name]),
  z.tuple([z.literal('site')]),
  // With an invalid code, `close` of the WebSocket would throw, which would end the process.
  z.tuple([z.literal('close'), name, z.literal(Object.values(closeCodes)), z.nullable(name)]),
])
