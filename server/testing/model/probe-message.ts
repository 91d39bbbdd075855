import type { LiveMessage } from '@grouplight/contract/live.ts'

/**
 * Returns a live message that marks a point in the stream of messages. A tab handles the message at once, because the message has
 * no version. The id in the message is not the id of a group.
 */
export function probeOf(groupId: string, probeNumber: number): LiveMessage {
  return ['group.invitations.changed', `${groupId}/${probeNumber}`]
}

/** Returns the content of a probe message, or null for any other message. */
export function probeIn(message: LiveMessage): { groupId: string; probeNumber: number } | null {
  if (message[0] !== 'group.invitations.changed') return null
  const [groupId = '', probeNumber] = message[1].split('/')
  return probeNumber === undefined ? null : { groupId, probeNumber: Number(probeNumber) }
}
