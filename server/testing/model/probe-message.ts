import type { LiveMessage } from '@grouplight/contract/live.ts'

/** A message without a version, so that it waits for none, about what is no group. */
export function probeOf(groupId: string, word: number): LiveMessage {
  return ['group.invitations.changed', `${groupId}/${word}`]
}

/** Of which group a message is a probe, and its word; null when it is none. */
export function probeIn(message: LiveMessage): { groupId: string; word: number } | null {
  if (message[0] !== 'group.invitations.changed') return null
  const [groupId = '', word] = message[1].split('/')
  return word === undefined ? null : { groupId, word: Number(word) }
}
