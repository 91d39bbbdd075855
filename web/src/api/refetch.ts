import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

const pauseMs = 1_000

/** Whether what was fetched meanwhile still lacks the change for which a refetch was asked. */
type IsNeeded = () => boolean

const running = new WeakMap<Query, IsNeeded[]>()
const lastFetchedAt = new WeakMap<Query, number>()

/**
 * Fetches again what a live message made stale: at once, then at most once a second for each query, and always after the last
 * message. A running fetch is left to finish, or a busy group would restart it for ever. It may have begun before the message,
 * so another fetch follows. `isNeeded` is asked right when the running fetch ends: later changes may hide a gap.
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
    // A page that shows it fetches it when it opens.
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
    // The fetch that starts now also serves those who asked meanwhile.
    needs.length = 0
    lastFetchedAt.set(query, performance.now())
    void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }
  running.delete(query)
}

function isFetching({ state }: Query): boolean {
  return state.fetchStatus === 'fetching'
}

/** Fetches everything again. What was fetched before the live connection opened may lack what happened in between. */
export function refetchEverything(queryClient: QueryClient): void {
  refetchAfterFirstFetches(queryClient)
  void queryClient.invalidateQueries()
}

// To invalidate a query does not restart its first fetch, which may have begun before the live connection opened.
function refetchAfterFirstFetches(queryClient: QueryClient): void {
  const isFirst = ({ state }: Query) => state.data === undefined
  const fetched: Query[] = []
  for (const query of queryClient.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: isFirst })) {
    query.promise?.then(
      () => {
        // What arrived together is fetched again together.
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
