import { notifyManager, QueryClient } from '@tanstack/react-query'
import { ProblemError } from './client.ts'

// A switch turns in the very tap, not a timer later.
notifyManager.setScheduler(queueMicrotask)

/**
 * Live events keep the cache right and every reconnect fetches again, so nothing goes stale by age. Refusals
 * are final; an outage is tried again for about ten seconds before a screen says so.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      // The browser's own idea of being offline is often wrong: ask, and see.
      networkMode: 'always',
      retry: (failures, error) => failures < 4 && isOutage(error),
      retryDelay: failures => Math.min(500 * 2 ** failures, 4_000),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Whether no server answered, or one that cannot. */
export function isOutage(error: unknown): boolean {
  return error instanceof ProblemError && (error.status === 0 || error.status >= 500)
}
