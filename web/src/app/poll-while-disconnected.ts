import type { QueryClient } from '@tanstack/react-query'
import { groupQuery, groupsQuery } from '#group/group-queries.ts'
import { currentConnection } from '#live/connection-state.ts'
import { announceAvailable } from './announce-available.ts'

const pollMs = 30_000

type Options = {
  /** Whether the cache was fetched by this page, not restored from an earlier visit. */
  isFresh: boolean
  onRefetched: () => void
}

export type Polling = {
  /** The connection is live: the first poll after its loss announces nothing. */
  reset: () => void
  stop: () => void
}

/** While there is no live connection, fetches everything on the screen every 30 seconds and announces who has become available. */
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
    const before = isFresh ? cachedStatuses(queryClient) : null
    try {
      await Promise.all([
        queryClient.refetchQueries({ type: 'active' }, { throwOnError: true }),
        // In the same request as the rest, also on a page that does not show the groups.
        queryClient.fetchQuery({ ...groupsQuery, staleTime: 0 }),
      ])
    } catch {
      return
    }
    // Live again meanwhile: the live messages announce what is new.
    if (currentConnection().status === 'live') return
    onRefetched()
    isFresh = true
    for (const [key, { groupId, userId, status }] of cachedStatuses(queryClient)) {
      if (status && userId !== ownUserId && before?.get(key)?.status === false)
        void announceAvailable(queryClient, groupId, userId)
    }
  }
}

type MemberStatus = { groupId: string; userId: string; status: boolean }

/** Everybody in the cached groups, from the newest copy of each group. */
function cachedStatuses(queryClient: QueryClient): Map<string, MemberStatus> {
  const onCards = queryClient.getQueryData(groupsQuery.queryKey) ?? []
  const found = new Map<string, MemberStatus>()
  for (const card of onCards) {
    const onPage = queryClient.getQueryData(groupQuery(card.id).queryKey)
    // A card has only the first members: the others are taken from the page.
    const copies = onPage && onPage.version > card.version ? [card, onPage] : [onPage, card]
    for (const { userId, status } of copies.flatMap(copy => copy?.members ?? []))
      found.set(`${card.id} ${userId}`, { groupId: card.id, userId, status })
  }
  return found
}
