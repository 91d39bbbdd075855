import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

const pauseMs = 1_000

/** Whether what was fetched meanwhile still lacks what made somebody ask. */
type IsNeeded = () => boolean

const underWay = new WeakMap<Query, IsNeeded[]>()

/**
 * Fetches again what a live event made stale: at once, then at most once a second for each query, and never without the last
 * event. A reading under way is left to finish, or a busy group would start it over for ever; as it may have begun before the
 * event, it is followed by another one.
 */
export function readAgain(
  queryClient: QueryClient,
  queryKey: QueryKey,
  isNeeded: IsNeeded = () => true,
): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    const needs = underWay.get(query)
    if (needs) needs.push(isNeeded)
    else void readSteadily(queryClient, query, [isNeeded])
    // Whoever opens a page that shows it fetches it at once.
    query.invalidate()
  }
}

async function readSteadily(queryClient: QueryClient, query: Query, needs: IsNeeded[]): Promise<void> {
  const { queryKey } = query
  underWay.set(query, needs)
  while (needs.length > 0) {
    if (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => {})
    if (!needs.splice(0).some(isNeeded => isNeeded())) continue
    void queryClient.invalidateQueries({ queryKey, exact: true })
    await new Promise(resolve => setTimeout(resolve, pauseMs))
  }
  underWay.delete(query)
}
