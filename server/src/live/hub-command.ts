import { closeCodes, type LiveMessage, liveMessageSchema } from '@grouplight/contract/live.ts'
import * as z from 'zod/mini'

/** A command to all hubs of a site. The local hub applies it at once, the other hubs when it arrives. */
export type HubCommand =
  | ['publish', topic: string, message: LiveMessage]
  | ['dissolve', topic: string]
  | ['tell', userId: string, message: LiveMessage]
  | ['follow', userId: string, topic: string]
  | ['unfollow', userId: string, topic: string]
  | ['close', userId: string, code: number, session: string | null]

// Longer than any of our names. The bus limits the whole text.
const name = z.string().check(z.minLength(1), z.maxLength(100))

/** The schema of a command from another node. */
export const hubCommandSchema: z.ZodMiniType<HubCommand> = z.union([
  z.tuple([z.literal('publish'), name, liveMessageSchema]),
  z.tuple([z.literal('tell'), name, liveMessageSchema]),
  z.tuple([z.literal('follow'), name, name]),
  z.tuple([z.literal('unfollow'), name, name]),
  z.tuple([z.literal('dissolve'), name]),
  // Closing a WebSocket with an invalid code throws, which would end the process.
  z.tuple([z.literal('close'), name, z.literal(Object.values(closeCodes)), z.nullable(name)]),
])

/** The topic or user that a command is about. A node only needs commands about the subjects of its own connections. */
export function subjectOf(command: HubCommand): string {
  return command[0] === 'publish' || command[0] === 'dissolve' ? command[1] : userSubject(command[1])
}

export function userSubject(userId: string): string {
  return `person:${userId}`
}
