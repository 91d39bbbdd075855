import { InvitationsDialog } from '#invitation/lazy-invitations-dialog.ts'
import { NotificationList } from '#notification/lazy-notification-list.ts'
import { GroupSettingsDialog, InviteDialog } from '#pages/group-dialogs.ts'
import { CreateGroupPage, DashboardPage, GroupPage, ProfilePage, Shell } from './pages.ts'
import { registerServiceWorker } from './register-service-worker.ts'

const delayMs = 1_000

export function preloadPages(): () => void {
  const timer = setTimeout(() => {
    preloadAll(DashboardPage, GroupPage, CreateGroupPage, ProfilePage)
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
