import { ModalDialog } from '#ui/dialog.tsx'
import { ToastCorner } from '#ui/toasts.tsx'
import { keepApp } from './keep-app.ts'
import { CreateGroupPage, DashboardPage, GroupPage, ProfilePage, Shell } from './pages.ts'

const atRestMs = 1_000

/**
 * Fetches what somebody signed in will need, so that nothing is waited for later: dialogs and toasts as soon as there is a
 * picture, everything else when the page has come to rest.
 */
export function fetchAhead(): () => void {
  const picture = new PerformanceObserver(() => fetchAll(ModalDialog, ToastCorner))
  picture.observe({ type: 'largest-contentful-paint', buffered: true })
  const rest = setTimeout(() => {
    fetchAll(ModalDialog, ToastCorner, DashboardPage, GroupPage, CreateGroupPage, ProfilePage)
    keepApp()
  }, atRestMs)
  return () => {
    picture.disconnect()
    clearTimeout(rest)
  }
}

/** Fetches what somebody sees who has just signed in. */
export function fetchInsideAhead(): () => void {
  const rest = setTimeout(() => fetchAll(Shell, DashboardPage), atRestMs)
  return () => clearTimeout(rest)
}

function fetchAll(...parts: { fetch: () => Promise<unknown> }[]): void {
  for (const part of parts) void part.fetch().catch(() => {})
}
