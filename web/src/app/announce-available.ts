import type { FulfilledMessage } from '@grouplight/contract/live.ts'
import type { QueryClient } from '@tanstack/react-query'
import { cachedCopies } from '#group/group-cache.ts'
import { groupQuery } from '#group/group-queries.ts'
import { isHeard } from '#ringing/group-ringing.ts'
import { t } from '#texts/texts.ts'
import { showToast } from '#ui/toast.ts'

/**
 * Shows a toast that a member is available now. A group can have two cached copies, for its card and for its page. The names come
 * from the copy with the higher version. If that copy lacks the member, because a card has only the first members, the names come
 * from the copy for the page, which is fetched if it is missing.
 */
export async function announceAvailable(queryClient: QueryClient, groupId: string, userId: string) {
  const newest = newestCopy(queryClient, groupId)
  const nameIn = (group = newest) => group?.members.find(member => member.userId === userId)?.displayName
  const group = nameIn() ? newest : await queryClient.ensureQueryData(groupQuery(groupId)).catch(() => newest)
  if (group) showToast('success', t.availability.nowAvailable(nameIn(group) || t.ui.user, group.name))
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
  const cached = newestCopy(queryClient, groupId)
  const group = cached ?? (await queryClient.ensureQueryData(groupQuery(groupId)).catch(() => undefined))
  if (group) showToast('success', t.availability.othersNowAvailable(by, group.name))
}

function newestCopy(queryClient: QueryClient, groupId: string) {
  const { onPage, onCard } = cachedCopies(queryClient, groupId)
  return (onPage?.version ?? 0) >= (onCard?.version ?? 0) ? onPage : onCard
}
