import type { QueryClient } from '@tanstack/react-query'
import { groupQuery, groupsQuery } from '#group/group-queries.ts'
import { currentConnection } from '#live/connection-state.ts'
import { announce } from './announce.ts'

/** How often everything on the screen is fetched again while the socket is away, in milliseconds. */
const pollMs = 30_000

type Polling = {
  /** Whether what is shown until the first poll was fetched by this page, and not kept from an earlier visit. */
  isFresh: boolean
  onCaughtUp: () => void
}

export type Poll = {
  /** There is a live connection: the first poll after its loss catches up, and announces nothing. */
  forget: () => void
  stop: () => void
}

/** Fetches everything on the screen now and then while there is no live connection, and announces who has turned available since. */
export function pollWhileAway(
  queryClient: QueryClient,
  me: string,
  { isFresh: startsFresh, onCaughtUp }: Polling,
): Poll {
  let isFresh = startsFresh
  const timer = setInterval(poll, pollMs)
  return {
    forget() {
      isFresh = false
    },
    stop: () => clearInterval(timer),
  }

  async function poll() {
    if (currentConnection().status === 'live' || !navigator.onLine) return
    const before = isFresh ? standings(queryClient) : null
    try {
      await Promise.all([
        queryClient.refetchQueries({ type: 'active' }, { throwOnError: true }),
        // Comes in the same request as the rest, on whatever page.
        queryClient.fetchQuery({ ...groupsQuery, staleTime: 0 }),
      ])
    } catch {
      return
    }
    // Live again meanwhile, and told all that is new.
    if (currentConnection().status === 'live') return
    onCaughtUp()
    isFresh = true
    for (const [key, { groupId, userId, status }] of standings(queryClient)) {
      if (status && userId !== me && before?.get(key)?.status === false)
        void announce(queryClient, groupId, userId)
    }
  }
}

type Standing = { groupId: string; userId: string; status: boolean }

/** Everybody whom the cached groups show, in the newest copy of each group. */
function standings(queryClient: QueryClient): Map<string, Standing> {
  const onCards = queryClient.getQueryData(groupsQuery.queryKey) ?? []
  const found = new Map<string, Standing>()
  for (const card of onCards) {
    const onPage = queryClient.getQueryData(groupQuery(card.id).queryKey)
    // A card knows only the first members: those beyond are as their page shows them.
    const copies = onPage && onPage.version > card.version ? [card, onPage] : [onPage, card]
    for (const { userId, status } of copies.flatMap(copy => copy?.members ?? []))
      found.set(`${card.id} ${userId}`, { groupId: card.id, userId, status })
  }
  return found
}
