import { fetchDialogs } from '#ui/dialog.tsx'

/** The code of each page, fetched when it is needed; the keys are what the router and the shell know them by. */
export const pages = {
  login: async () => ({ Component: (await import('#pages/login-page.tsx')).LoginPage }),
  signup: async () => ({ Component: (await import('#pages/signup-page.tsx')).SignupPage }),
  forgotPassword: async () => ({
    Component: (await import('#pages/forgot-password-page.tsx')).ForgotPasswordPage,
  }),
  resetPassword: async () => ({
    Component: (await import('#pages/reset-password-page.tsx')).ResetPasswordPage,
  }),
  emailVerified: async () => {
    const { EmailVerifiedPage, verify } = await import('#pages/email-verified-page.tsx')
    return { Component: EmailVerifiedPage, loader: verify }
  },
  notFound: async () => ({ Component: (await import('#pages/not-found-page.tsx')).NotFoundPage }),

  shell: async () => ({ Component: (await import('./shell.tsx')).Shell }),
  dashboard: async () => ({ Component: (await import('#pages/dashboard-page.tsx')).DashboardPage }),
  profile: async () => ({ Component: (await import('#pages/profile-page.tsx')).ProfilePage }),
  createGroup: async () => ({ Component: (await import('#pages/create-group-page.tsx')).CreateGroupPage }),
  go: async () => ({ Component: (await import('#pages/go-page.tsx')).GoPage }),
  group: async () => ({ Component: (await import('#pages/group-page.tsx')).GroupPage }),
}

const settledMs = 3_000

/** Fetches the signed-in pages ahead, once this one is there, so that going from one to another waits for nothing. */
export function fetchPagesAhead(): () => void {
  const timer = setTimeout(() => {
    for (const part of [fetchDialogs, pages.dashboard, pages.group, pages.createGroup, pages.profile])
      void part().catch(() => {})
  }, settledMs)
  return () => clearTimeout(timer)
}
