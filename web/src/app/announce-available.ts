import type { QueryClient } from '@tanstack/react-query'
import { groupQuery, groupsQuery } from '#group/group-queries.ts'
import { t } from '#texts/texts.ts'
import { showToast } from '#ui/toast.ts'

/**
 * Shows a toast that a member is available now. The names are taken from the newer cached copy of the group. A card contains
 * only the first members, so the group is fetched if the member is not among them.
 */
export async function announceAvailable(queryClient: QueryClient, groupId: string, userId: string) {
  const onPage = queryClient.getQueryData(groupQuery(groupId).queryKey)
  const onCard = queryClient.getQueryData(groupsQuery.queryKey)?.find(({ id }) => id === groupId)
  const newest = (onPage?.version ?? 0) >= (onCard?.version ?? 0) ? onPage : onCard
  const nameIn = (group = newest) => group?.members.find(member => member.userId === userId)?.displayName
  const group = nameIn() ? newest : await queryClient.ensureQueryData(groupQuery(groupId)).catch(() => newest)
  if (group) showToast('success', t.availability.nowAvailable(nameIn(group) || t.ui.user, group.name))
}
