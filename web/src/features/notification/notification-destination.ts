import type { Notification } from '@grouplight/contract/notification.ts'

/** `state` opens a dialog on the page. If `groupId` is set, the page may be opened only if the user is still a member of the group. */
export type Destination = { path: string; groupId: string | null; state?: Record<string, true> }

export function destinationOf({
  type,
  action,
  relatedGroupId: groupId,
  callId,
}: Notification): Destination | null {
  if (groupId) {
    const path = `/groups/${groupId}`
    // In the invite dialog, the creator answers requests to join. In the settings, the creator finds failed hooks.
    if (type === 'invite' && action === 'asked') return { path, groupId, state: { opensInvite: true } }
    if (action === 'failed') return { path, groupId, state: { opensSettings: true } }
    return { path: callId ? `${path}?call=${callId}` : path, groupId }
  }
  if (action === 'ending') return { path: '/profile/connections#keys', groupId }
  if (action === 'failed') return { path: '/profile/connections#hooks', groupId }
  return null
}
