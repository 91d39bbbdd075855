import { notifyManager, QueryClient } from '@tanstack/react-query'
import { ProblemError } from './client.ts'

// Changes are rendered at once. By default they wait for a timer.
notifyManager.setScheduler(queueMicrotask)

/**
 * Live messages keep the cache current and every reconnect fetches again, so nothing becomes stale by age. A refused request is
 * not repeated; in an outage it is repeated for about ten seconds before a screen reports it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      // Browsers often report the wrong network state, so every request is tried.
      networkMode: 'always',
      retry: (failures, error) => failures < 4 && isOutage(error),
      retryDelay: failures => Math.min(500 * 2 ** failures, 4_000),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Whether the server is unreachable or answered with a 5xx status. */
export function isOutage(error: unknown): boolean {
  return error instanceof ProblemError && (error.status === 0 || error.status >= 500)
}
