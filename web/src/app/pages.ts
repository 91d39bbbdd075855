// The login page and the dashboard share this code, so the first file contains it.
import '#api/problem-text.ts'
import '#ui/alert.tsx'
import '#ui/icon-button.module.css'
import { lazyWithPreload } from '#ui/lazy-with-preload.ts'

// The code of these pages is loaded when they are preloaded or opened.
export const LoginPage = lazyWithPreload(() => import('#pages/login-page.tsx'), 'LoginPage')
export const SignupPage = lazyWithPreload(() => import('#pages/signup-page.tsx'), 'SignupPage')
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
export const NoCallEmailsPage = lazyWithPreload(
  () => import('#pages/no-call-emails-page.tsx'),
  'NoCallEmailsPage',
)
export const JoinPage = lazyWithPreload(() => import('#pages/join-page.tsx'), 'JoinPage')
export const PrivacyPage = lazyWithPreload(() => import('#pages/privacy-page.tsx'), 'PrivacyPage')
export const NotFoundPage = lazyWithPreload(() => import('#pages/not-found-page.tsx'), 'NotFoundPage')

export const Shell = lazyWithPreload(() => import('./shell.tsx'), 'Shell')
export const DashboardPage = lazyWithPreload(() => import('#pages/dashboard-page.tsx'), 'DashboardPage')
export const ProfilePage = lazyWithPreload(() => import('#pages/profile-page.tsx'), 'ProfilePage')
const profileSubpages = () => import('#pages/profile-subpages.tsx')
export const AlertsPage = lazyWithPreload(profileSubpages, 'AlertsPage')
export const SecurityPage = lazyWithPreload(profileSubpages, 'SecurityPage')
export const ConnectionsPage = lazyWithPreload(profileSubpages, 'ConnectionsPage')
export const YourDataPage = lazyWithPreload(profileSubpages, 'YourDataPage')
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
