import { closeCodes, type LiveMessage, liveMessageSchema } from '@grouplight/contract/live.ts'
import * as z from 'zod/mini'

/** What a hub does: that of the node where something happened at once, those of the other nodes as soon as they hear of it. */
export type HubCommand =
  | ['publish', topic: string, message: LiveMessage]
  | ['dissolve', topic: string]
  | ['tell', person: string, message: LiveMessage]
  | ['follow', person: string, topic: string]
  | ['unfollow', person: string, topic: string]
  | ['close', person: string, code: number, session: string | null]

// Longer than any of ours; the whole is limited by the bus.
const name = z.string().check(z.minLength(1), z.maxLength(100))

/** An event as it comes from another node. */
export const hubCommandSchema: z.ZodMiniType<HubCommand> = z.union([
  z.tuple([z.literal('publish'), name, liveMessageSchema]),
  z.tuple([z.literal('tell'), name, liveMessageSchema]),
  z.tuple([z.literal('follow'), name, name]),
  z.tuple([z.literal('unfollow'), name, name]),
  z.tuple([z.literal('dissolve'), name]),
  // A number that no WebSocket may close with would be thrown back, and end the process.
  z.tuple([z.literal('close'), name, z.literal(Object.values(closeCodes)), z.nullable(name)]),
])

/** Whom an act concerns: a topic, or all that is said to one person. A node needs to hear only of those it has browsers for. */
export function subjectOf(act: HubCommand): string {
  return act[0] === 'publish' || act[0] === 'dissolve' ? act[1] : userSubject(act[1])
}

export function userSubject(person: string): string {
  return `person:${person}`
}
