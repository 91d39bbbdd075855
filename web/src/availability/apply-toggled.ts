import type { Availability } from '@grouplight/contract/availability.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { readAgain } from '#api/read-again.ts'
import { groupQuery, groupsQuery, patchGroup } from '#group/group-queries.ts'
import { type AvailabilityChange, caughtUp, rememberToggle, withAvailability } from '#group/recent-toggles.ts'

/**
 * Applies one live change of availability to every cached copy of the group: the next version is patched in, an
 * older one ignored, and after a gap the copy is read again.
 */
export function applyToggled(
  queryClient: QueryClient,
  groupId: string,
  version: number,
  changes: AvailabilityChange[],
): void {
  rememberToggle(groupId, version, changes)
  patchGroup(queryClient, groupId, caughtUp)

  const { queryKey: groupKey } = groupQuery(groupId)
  const { queryKey: groupsKey } = groupsQuery
  readAgainIfBehind(queryClient, groupKey, () => isOlder(queryClient.getQueryData(groupKey), version))
  readAgainIfBehind(queryClient, groupsKey, () => {
    const groups = queryClient.getQueryData(groupsKey)
    return (
      groups !== undefined && isOlder(groups.find(group => group.id === groupId) ?? { version: 0 }, version)
    )
  })
}

/**
 * Applies the answer to my own wish. It tells my state alone, while its version may hold other members' changes of
 * the same moment: so the copies keep their version, and the live change still brings the rest.
 */
export function applyAnswer(queryClient: QueryClient, answer: Availability): void {
  const { groupId, userId, status, lastUpdated, version } = answer
  patchGroup(queryClient, groupId, group =>
    version > group.version
      ? withAvailability(group, { userId, status, sinceMs: Date.parse(lastUpdated) })
      : group,
  )
}

function isOlder(group: { version: number } | undefined, version: number) {
  return group !== undefined && group.version < version
}

function readAgainIfBehind(queryClient: QueryClient, queryKey: QueryKey, isBehind: () => boolean) {
  if (isBehind()) readAgain(queryClient, queryKey, isBehind)
}
