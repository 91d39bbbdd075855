import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

const pauseMs = 1_000

/** Returns whether the cached data still lacks the change for which the refetch was requested. */
type IsNeeded = () => boolean

const running = new WeakMap<Query, IsNeeded[]>()
const lastFetchedAt = new WeakMap<Query, number>()

/**
 * Marks all queries below `queryKey` as stale, and fetches those that the page shows, each at most once a second.
 * A running fetch is not restarted, because then no fetch would finish in a busy group. If `isNeeded` returns true when the running
 * fetch ends, another fetch follows. A later check could be wrong, because live messages change the cached data.
 */
export function throttledRefetch(
  queryClient: QueryClient,
  queryKey: QueryKey,
  isNeeded: IsNeeded = () => true,
): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    const needs = running.get(query)
    if (needs) needs.push(isNeeded)
    else void refetchWhileNeeded(queryClient, query, [isNeeded])
    // A query that the page does not show is fetched by the next page that shows it.
    query.invalidate()
  }
}

async function refetchWhileNeeded(queryClient: QueryClient, query: Query, needs: IsNeeded[]): Promise<void> {
  running.set(query, needs)
  while (needs.length > 0) {
    if (isFetching(query)) await query.promise?.catch(() => {})
    if (!needs.splice(0).some(isNeeded => isNeeded())) continue
    const waitMs = (lastFetchedAt.get(query) ?? -pauseMs) + pauseMs - performance.now()
    if (waitMs > 0) await new Promise(resolve => setTimeout(resolve, waitMs))
    if (isFetching(query)) await query.promise?.catch(() => {})
    // The fetch that starts now also serves the refetches that were requested during the waiting.
    needs.length = 0
    lastFetchedAt.set(query, performance.now())
    void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }
  running.delete(query)
}

function isFetching({ state }: Query): boolean {
  return state.fetchStatus === 'fetching'
}

/** Marks all data as stale and fetches what the page shows. Data fetched before the live connection opened may lack changes. */
export function refetchEverything(queryClient: QueryClient): void {
  refetchAfterFirstFetches(queryClient)
  void queryClient.invalidateQueries()
}

// A first fetch may have started before the live connection opened. `invalidateQueries` does not restart a first fetch.
function refetchAfterFirstFetches(queryClient: QueryClient): void {
  const isFirst = ({ state }: Query) => state.data === undefined
  const fetched: Query[] = []
  for (const query of queryClient.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: isFirst })) {
    query.promise?.then(
      () => {
        // Queries whose first data arrived together are fetched again together, so that they can share a request (batched-read.ts).
        if (fetched.push(query) === 1) setTimeout(refetchFetched)
      },
      () => {},
    )
  }

  function refetchFetched() {
    for (const { queryKey } of fetched.splice(0)) {
      void queryClient.invalidateQueries({ queryKey, exact: true })
    }
  }
}
