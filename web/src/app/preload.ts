import { InvitationsDialog } from '#features/invitation/lazy-invitations-dialog.ts'
import { NotificationList } from '#features/notification/lazy-notification-list.ts'
import { GroupSettingsDialog, InviteDialog } from '#pages/group-dialogs.ts'
import { AlertsPage, CreateGroupPage, DashboardPage, GroupPage, ProfilePage, Shell } from './pages.ts'

const delayMs = 1_000

export function preloadPages(): () => void {
  const timer = setTimeout(() => {
    preloadAll(DashboardPage, GroupPage, CreateGroupPage, ProfilePage, AlertsPage)
    preloadAll(InvitationsDialog, NotificationList, GroupSettingsDialog, InviteDialog)
    registerServiceWorker()
  }, delayMs)
  return () => clearTimeout(timer)
}

export function preloadSignedInChunk(): () => void {
  const timer = setTimeout(() => preloadAll(Shell, DashboardPage), delayMs)
  return () => clearTimeout(timer)
}

function preloadAll(...parts: { preload: () => Promise<unknown> }[]): void {
  for (const part of parts) void part.preload().catch(() => {})
}

/** Does nothing in development, where the app's files change. */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Some browsers forbid service workers. The app works without one.
  void navigator.serviceWorker.register('/service-worker.js').catch(() => {})
}
