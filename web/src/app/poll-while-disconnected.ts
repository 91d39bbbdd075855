import type { QueryClient } from '@tanstack/react-query'
import { groupsQuery } from '#features/group/group-queries.ts'
import { knownGroup } from '#features/group/group-store.ts'
import { isHeard } from '#features/ringing/group-ringing.ts'
import { currentConnection } from '#live/connection-state.ts'
import { announceAvailable } from './announce-available.ts'

const pollMs = 30_000

type Options = {
  /** Whether this page has fetched the cached data. False if the data was restored from the browser's storage. */
  isFresh: boolean
  onRefetched: () => void
}

export type Polling = {
  /** Must be called when the connection becomes live, so that the first poll after the next loss announces nothing. */
  reset: () => void
  stop: () => void
}

/**
 * Fetches the shown data and the groups every 30 s while there is no live connection. Announces the members who have become
 * Available since the previous fetch, if the user's ringing rules include them.
 */
export function pollWhileDisconnected(
  queryClient: QueryClient,
  ownUserId: string,
  { isFresh: startsFresh, onRefetched }: Options,
): Polling {
  let isFresh = startsFresh
  const timer = setInterval(poll, pollMs)
  return {
    reset() {
      isFresh = false
    },
    stop: () => clearInterval(timer),
  }

  async function poll() {
    if (currentConnection().status === 'live' || !navigator.onLine) return
    const before = isFresh ? knownStatuses(queryClient) : null
    try {
      await Promise.all([
        queryClient.refetchQueries({ type: 'active' }, { throwOnError: true }),
        // Fetches the groups even if the page does not show them, in one request with the other data.
        queryClient.fetchQuery({ ...groupsQuery, staleTime: 0 }),
      ])
    } catch {
      return
    }
    // If the connection has become live meanwhile, only live messages cause announcements.
    if (currentConnection().status === 'live') return
    onRefetched()
    isFresh = true
    for (const [key, { groupId, userId, status }] of knownStatuses(queryClient)) {
      const isNew = status && before?.get(key)?.status === false
      if (isNew && userId !== ownUserId && isHeard(queryClient, groupId, userId))
        void announceAvailable(queryClient, groupId, userId)
    }
  }
}

type MemberStatus = { groupId: string; userId: string; status: boolean }

function knownStatuses(queryClient: QueryClient): Map<string, MemberStatus> {
  const groups = queryClient.getQueryData(groupsQuery.queryKey) ?? []
  const statuses = groups.flatMap(({ id: groupId }) =>
    (knownGroup(queryClient, groupId)?.members ?? []).map(
      ({ userId, status }) => [`${groupId} ${userId}`, { groupId, userId, status }] as const,
    ),
  )
  return new Map(statuses)
}
