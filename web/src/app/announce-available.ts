import appTexts from 'texts:app'
import availabilityTexts from 'texts:availability'
import type { FulfilledMessage } from '@grouplight/contract/live.ts'
import type { QueryClient } from '@tanstack/react-query'
import { groupQuery } from '#features/group/group-queries.ts'
import { knownGroup } from '#features/group/group-store.ts'
import { isHeard } from '#features/ringing/group-ringing.ts'
import { showToast } from '#ui/toast.ts'

/** Shows a toast that a member is available now. If the member is not known, the whole group is fetched if that was not done. */
export async function announceAvailable(queryClient: QueryClient, groupId: string, userId: string) {
  const known = knownGroup(queryClient, groupId)
  const nameIn = (group = known) => group?.members.find(member => member.userId === userId)?.displayName
  const group = nameIn() ? known : await queryClient.ensureQueryData(groupQuery(groupId)).catch(() => known)
  if (group)
    showToast(
      'success',
      availabilityTexts.nowAvailable({ name: nameIn(group) || appTexts.user, group: group.name }),
    )
}

/**
 * Shows a toast about a fulfilled watch. If the watch waited for a member of whom the user hears, the live message about the
 * toggle causes the toast instead.
 */
export async function announceFulfilled(queryClient: QueryClient, [, groupId, by]: FulfilledMessage) {
  if (typeof by === 'string') {
    if (!isHeard(queryClient, groupId, by)) await announceAvailable(queryClient, groupId, by)
    return
  }
  const known = knownGroup(queryClient, groupId)
  const group = known ?? (await queryClient.ensureQueryData(groupQuery(groupId)).catch(() => undefined))
  if (group) showToast('success', availabilityTexts.othersNowAvailable({ count: by, group: group.name }))
}
