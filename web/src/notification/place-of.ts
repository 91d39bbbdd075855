import type { Notification } from '@grouplight/contract/notification.ts'

/** Where a notification leads. `groupId` is the group that the page shows, if the user is still a member. */
export type Place = { path: string; groupId: string | null; state?: Record<string, true> }

/** Returns null if the notification leads nowhere. */
export function placeOf({ type, action, relatedGroupId: groupId }: Notification): Place | null {
  if (groupId) {
    const path = `/groups/${groupId}`
    // The creator answers a request to join in the dialog, and finds hooks that have failed in the settings.
    if (type === 'invite' && action === 'asked') return { path, groupId, state: { opensInvite: true } }
    if (action === 'failed') return { path, groupId, state: { opensSettings: true } }
    return { path, groupId }
  }
  if (action === 'ending') return { path: '/profile#keys', groupId }
  if (action === 'failed') return { path: '/profile#hooks', groupId }
  return null
}
