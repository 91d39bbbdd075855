import { lazyWithPreload } from '#ui/lazy-with-preload.ts'

// The code of these pages is loaded when they are preloaded or opened.
export const ForgotPasswordPage = lazyWithPreload(
  () => import('#pages/forgot-password-page.tsx'),
  'ForgotPasswordPage',
)
export const ResetPasswordPage = lazyWithPreload(
  () => import('#pages/reset-password-page.tsx'),
  'ResetPasswordPage',
)
export const EmailVerifiedPage = lazyWithPreload(
  () => import('#pages/email-verified-page.tsx'),
  'EmailVerifiedPage',
)
export const DoNotInvitePage = lazyWithPreload(
  () => import('#pages/do-not-invite-page.tsx'),
  'DoNotInvitePage',
)
export const JoinPage = lazyWithPreload(() => import('#pages/join-page.tsx'), 'JoinPage')
export const PrivacyPage = lazyWithPreload(() => import('#pages/privacy-page.tsx'), 'PrivacyPage')
export const NotFoundPage = lazyWithPreload(() => import('#pages/not-found-page.tsx'), 'NotFoundPage')

export const Shell = lazyWithPreload(() => import('./shell.tsx'), 'Shell')
export const DashboardPage = lazyWithPreload(() => import('#pages/dashboard-page.tsx'), 'DashboardPage')
export const ProfilePage = lazyWithPreload(async () => {
  const { ProfilePage, preloadSections } = await import('#pages/profile-page.tsx')
  // If these sections were loaded later, they would push down the sections below them.
  await preloadSections()
  return { ProfilePage }
}, 'ProfilePage')
export const CreateGroupPage = lazyWithPreload(
  () => import('#pages/create-group-page.tsx'),
  'CreateGroupPage',
)
export const GoPage = lazyWithPreload(() => import('#pages/go-page.tsx'), 'GoPage')
export const ConnectScreenPage = lazyWithPreload(
  () => import('#pages/connect-screen-page.tsx'),
  'ConnectScreenPage',
)
export const DoorSignPage = lazyWithPreload(() => import('#pages/door-sign-page.tsx'), 'DoorSignPage')
export const GroupPage = lazyWithPreload(() => import('#pages/group-page.tsx'), 'GroupPage')
