import type { LiveMessage } from '@grouplight/contract/live.ts'

/** A message without a version, so it is never held back. Its id is not the id of a group. */
export function probeOf(groupId: string, probeNumber: number): LiveMessage {
  return ['group.invitations.changed', `${groupId}/${probeNumber}`]
}

/** Null for any other message. */
export function probeIn(message: LiveMessage): { groupId: string; probeNumber: number } | null {
  if (message[0] !== 'group.invitations.changed') return null
  const [groupId = '', probeNumber] = message[1].split('/')
  return probeNumber === undefined ? null : { groupId, probeNumber: Number(probeNumber) }
}
