import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

const pauseMs = 1_000

/** Whether what was fetched meanwhile still lacks what made somebody ask. */
type IsNeeded = () => boolean

const underWay = new WeakMap<Query, IsNeeded[]>()
const readAt = new WeakMap<Query, number>()

/**
 * Fetches again what a live event made stale: at once, then at most once a second for each query, and never without the last
 * event. A reading under way is left to finish, or a busy group would start it over for ever; as it may have begun before the
 * event, it is followed by another one. Whether that is needed is asked right when it ends: what comes later may hide a gap.
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
  underWay.set(query, needs)
  while (needs.length > 0) {
    if (isReading(query)) await query.promise?.catch(() => {})
    if (!needs.splice(0).some(isNeeded => isNeeded())) continue
    const waitMs = (readAt.get(query) ?? -pauseMs) + pauseMs - performance.now()
    if (waitMs > 0) await new Promise(resolve => setTimeout(resolve, waitMs))
    if (isReading(query)) await query.promise?.catch(() => {})
    // Those that came meanwhile are content with this reading, too.
    needs.length = 0
    readAt.set(query, performance.now())
    void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }
  underWay.delete(query)
}

function isReading({ state }: Query): boolean {
  return state.fetchStatus === 'fetching'
}
