import { CreateGroupPage, DashboardPage, GroupPage, ProfilePage, Shell } from './pages.ts'
import { registerServiceWorker } from './register-service-worker.ts'

const atRestMs = 1_000

/** Fetches what somebody signed in will need when the page has come to rest, so that nothing is waited for later. */
export function preloadPages(): () => void {
  const rest = setTimeout(() => {
    fetchAll(DashboardPage, GroupPage, CreateGroupPage, ProfilePage)
    registerServiceWorker()
  }, atRestMs)
  return () => clearTimeout(rest)
}

/** Fetches what somebody sees who has just signed in. */
export function preloadSignedInChunk(): () => void {
  const rest = setTimeout(() => fetchAll(Shell, DashboardPage), atRestMs)
  return () => clearTimeout(rest)
}

function fetchAll(...parts: { fetch: () => Promise<unknown> }[]): void {
  for (const part of parts) void part.fetch().catch(() => {})
}
