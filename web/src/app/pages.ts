import { ModalDialog } from '#ui/dialog.tsx'
import { later } from '#ui/later.ts'
import { ToastCorner } from '#ui/toasts.tsx'

// The code of each page comes when it is needed. The surroundings and the first page come together: `inside.ts`.
export const ForgotPasswordPage = later(
  async () => (await import('#pages/forgot-password-page.tsx')).ForgotPasswordPage,
)
export const ResetPasswordPage = later(
  async () => (await import('#pages/reset-password-page.tsx')).ResetPasswordPage,
)
export const EmailVerifiedPage = later(
  async () => (await import('#pages/email-verified-page.tsx')).EmailVerifiedPage,
)
export const NotFoundPage = later(async () => (await import('#pages/not-found-page.tsx')).NotFoundPage)

export const Shell = later(async () => (await import('./inside.ts')).inside.Shell)
export const DashboardPage = later(async () => (await import('./inside.ts')).inside.DashboardPage)
export const ProfilePage = later(async () => (await import('#pages/profile-page.tsx')).ProfilePage)
export const CreateGroupPage = later(
  async () => (await import('#pages/create-group-page.tsx')).CreateGroupPage,
)
export const GoPage = later(async () => (await import('#pages/go-page.tsx')).GoPage)
export const GroupPage = later(async () => (await import('#pages/group-page.tsx')).GroupPage)

const settledMs = 3_000

/**
 * Fetches what the signed-in pages are made of, so that nothing is waited for later: dialogs and toasts as soon as there is a
 * picture, the other pages when this one has come to rest.
 */
export function fetchPagesAhead(): () => void {
  const picture = new PerformanceObserver(() => fetchAll(ModalDialog, ToastCorner))
  picture.observe({ type: 'largest-contentful-paint', buffered: true })
  const rest = setTimeout(
    () => fetchAll(ModalDialog, ToastCorner, DashboardPage, GroupPage, CreateGroupPage, ProfilePage),
    settledMs,
  )
  return () => {
    picture.disconnect()
    clearTimeout(rest)
  }
}

function fetchAll(...parts: { fetch: () => Promise<unknown> }[]): void {
  for (const part of parts) void part.fetch().catch(() => {})
}
