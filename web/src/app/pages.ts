import { later } from '#ui/lazy-with-preload.ts'

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
export const DoNotInvitePage = later(
  async () => (await import('#pages/do-not-invite-page.tsx')).DoNotInvitePage,
)
export const NotFoundPage = later(async () => (await import('#pages/not-found-page.tsx')).NotFoundPage)

export const Shell = later(async () => (await import('./signed-in-chunk.ts')).inside.Shell)
export const DashboardPage = later(async () => (await import('./signed-in-chunk.ts')).inside.DashboardPage)
export const ProfilePage = later(async () => (await import('#pages/profile-page.tsx')).ProfilePage)
export const CreateGroupPage = later(
  async () => (await import('#pages/create-group-page.tsx')).CreateGroupPage,
)
export const GoPage = later(async () => (await import('#pages/go-page.tsx')).GoPage)
export const GroupPage = later(async () => (await import('#pages/group-page.tsx')).GroupPage)
