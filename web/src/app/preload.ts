import { InvitationsDialog } from '#features/invitation/lazy-invitations-dialog.ts'
import { NotificationList } from '#features/notification/lazy-notification-list.ts'
import { AlertsMenu } from '#features/ringing/ringing.ts'
import { GroupSettingsDialog, InviteDialog } from '#pages/group-dialogs.ts'
import { AlertsPage, CreateGroupPage, DashboardPage, GroupPage, LoginPage, ProfilePage } from './pages.ts'

const pages = [DashboardPage, GroupPage, CreateGroupPage, ProfilePage, AlertsPage, LoginPage]
const dialogs = [InvitationsDialog, NotificationList, GroupSettingsDialog, InviteDialog, AlertsMenu]

/** For signed-in users. */
export function preloadPages(): void {
  for (const part of [...pages, ...dialogs]) void part.preload().catch(() => {})
  registerServiceWorker()
}

/** Does nothing in development, where the app's files change. */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Some browsers forbid service workers. The app works without one.
  void navigator.serviceWorker.register('/service-worker.js').catch(() => {})
}
