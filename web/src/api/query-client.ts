import { notifyManager, QueryClient } from '@tanstack/react-query'
import { ProblemError } from './client.ts'

// Renders changes immediately. By default, TanStack Query waits for a timer.
notifyManager.setScheduler(queueMicrotask)

/** Cached data does not become stale with age: live messages update most of it, and each reconnect marks all of it as stale. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      // Browsers may report the wrong network state, so every request is tried.
      networkMode: 'always',
      retry: (failures, error) => failures < 4 && isOutage(error),
      retryDelay: failures => Math.min(500 * 2 ** failures, 4_000),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

export function isOutage(error: unknown): boolean {
  return error instanceof ProblemError && (error.status === 0 || error.status >= 500)
}
