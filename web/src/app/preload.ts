import { CreateGroupPage, DashboardPage, GroupPage, ProfilePage, Shell } from './pages.ts'
import { registerServiceWorker } from './register-service-worker.ts'

const idleMs = 1_000

/** Loads the code of the other signed-in pages shortly after the first page is shown. */
export function preloadPages(): () => void {
  const timer = setTimeout(() => {
    preloadAll(DashboardPage, GroupPage, CreateGroupPage, ProfilePage)
    registerServiceWorker()
  }, idleMs)
  return () => clearTimeout(timer)
}

/** Loads the code that is needed right after signing in. */
export function preloadSignedInChunk(): () => void {
  const timer = setTimeout(() => preloadAll(Shell, DashboardPage), idleMs)
  return () => clearTimeout(timer)
}

function preloadAll(...parts: { preload: () => Promise<unknown> }[]): void {
  for (const part of parts) void part.preload().catch(() => {})
}
