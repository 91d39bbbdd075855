import { lazyWithPreload } from '#ui/lazy-with-preload.ts'

// The code of these pages is loaded when they are preloaded or opened.
export const ForgotPasswordPage = lazyWithPreload(
  async () => (await import('#pages/forgot-password-page.tsx')).ForgotPasswordPage,
)
export const ResetPasswordPage = lazyWithPreload(
  async () => (await import('#pages/reset-password-page.tsx')).ResetPasswordPage,
)
export const EmailVerifiedPage = lazyWithPreload(
  async () => (await import('#pages/email-verified-page.tsx')).EmailVerifiedPage,
)
export const DoNotInvitePage = lazyWithPreload(
  async () => (await import('#pages/do-not-invite-page.tsx')).DoNotInvitePage,
)
export const JoinPage = lazyWithPreload(async () => (await import('#pages/join-page.tsx')).JoinPage)
export const PrivacyPage = lazyWithPreload(async () => (await import('#pages/privacy-page.tsx')).PrivacyPage)
export const NotFoundPage = lazyWithPreload(
  async () => (await import('#pages/not-found-page.tsx')).NotFoundPage,
)

export const Shell = lazyWithPreload(async () => (await import('./signed-in-chunk.ts')).signedInChunk.Shell)
export const DashboardPage = lazyWithPreload(
  async () => (await import('./signed-in-chunk.ts')).signedInChunk.DashboardPage,
)
export const ProfilePage = lazyWithPreload(async () => {
  const { ProfilePage, preloadSections } = await import('#pages/profile-page.tsx')
  // If these sections were loaded later, they would push down the sections below them.
  await preloadSections()
  return ProfilePage
})
export const CreateGroupPage = lazyWithPreload(
  async () => (await import('#pages/create-group-page.tsx')).CreateGroupPage,
)
export const GoPage = lazyWithPreload(async () => (await import('#pages/go-page.tsx')).GoPage)
export const GroupPage = lazyWithPreload(async () => (await import('#pages/group-page.tsx')).GroupPage)
