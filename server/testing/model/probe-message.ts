import type { LiveMessage } from '@grouplight/contract/live.ts'

/** Returns a message that marks a point in the stream of live messages. It has no version, so a tab handles it immediately. */
export function probeMessage(groupId: string, probeNumber: number): LiveMessage {
  return ['group.invitations.changed', `${groupId}/${probeNumber}`]
}

export function readProbe(message: LiveMessage): { groupId: string; probeNumber: number } | null {
  if (message[0] !== 'group.invitations.changed') return null
  const [groupId = '', probeNumber] = message[1].split('/')
  return probeNumber === undefined ? null : { groupId, probeNumber: Number(probeNumber) }
}
