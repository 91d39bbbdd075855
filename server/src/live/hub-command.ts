import { closeCodes, type LiveMessage, liveMessageSchema } from '@grouplight/contract/live.ts'
import * as z from 'zod/mini'

/** A command to all hubs of a site: applied locally at once, by other nodes when it arrives. */
export type HubCommand =
  | ['publish', topic: string, message: LiveMessage]
  | ['dissolve', topic: string]
  | ['tell', userId: string, message: LiveMessage]
  | ['follow', userId: string, topic: string]
  | ['unfollow', userId: string, topic: string]
  | ['close', userId: string, code: number, session: string | null]

// Longer than any of ours; the whole is limited by the bus.
const name = z.string().check(z.minLength(1), z.maxLength(100))

/** A command as it comes from another node. */
export const hubCommandSchema: z.ZodMiniType<HubCommand> = z.union([
  z.tuple([z.literal('publish'), name, liveMessageSchema]),
  z.tuple([z.literal('tell'), name, liveMessageSchema]),
  z.tuple([z.literal('follow'), name, name]),
  z.tuple([z.literal('unfollow'), name, name]),
  z.tuple([z.literal('dissolve'), name]),
  // Closing a WebSocket with a code that is not allowed throws, which would end the process.
  z.tuple([z.literal('close'), name, z.literal(Object.values(closeCodes)), z.nullable(name)]),
])

/** A topic or a user: a node needs only the commands about those that it has connections for. */
export function subjectOf(command: HubCommand): string {
  return command[0] === 'publish' || command[0] === 'dissolve' ? command[1] : userSubject(command[1])
}

export function userSubject(userId: string): string {
  return `person:${userId}`
}
