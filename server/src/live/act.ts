import type { LiveMessage } from '@grouplight/contract/live.ts'

/** What a hub does: that of the node where something happened at once, those of the other nodes as soon as they hear of it. */
export type Act =
  | ['publish', topic: string, message: LiveMessage]
  | ['dissolve', topic: string]
  | ['tell', person: string, message: LiveMessage]
  | ['follow', person: string, topic: string]
  | ['unfollow', person: string, topic: string]
  | ['close', person: string, code: number, session: string | null]

/** Whom an act concerns: a topic, or all that is said to one person. A node needs to hear only of those it has browsers for. */
export function subjectOf(act: Act): string {
  return act[0] === 'publish' || act[0] === 'dissolve' ? act[1] : personSubject(act[1])
}

export function personSubject(person: string): string {
  return `person:${person}`
}
