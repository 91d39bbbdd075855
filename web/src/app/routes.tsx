import appTexts from 'texts:app'
import type { QueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { matchRoutes, Navigate, type RouteObject, useLocation, useRoutes } from 'react-router'
import { useOpenedLinks } from '#features/account/opened-links.ts'
import { groupQuery } from '#features/group/group-queries.ts'
import { OpenedLinkStrip } from '#features/invitation/opened-link.tsx'
import { Button } from '#ui/button.tsx'
import { lazyWithPreload, type PreloadableComponent } from '#ui/lazy-with-preload.ts'
import { Loading } from '#ui/loading.tsx'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'
import { GuestsOnly, RequireSession } from './guards.tsx'
import {
  AlertsPage,
  ConnectionsPage,
  ConnectScreenPage,
  CreateGroupPage,
  DashboardPage,
  DoNotInvitePage,
  DoorSignPage,
  EmailVerifiedPage,
  ForgotPasswordPage,
  GoPage,
  GroupPage,
  JoinPage,
  LoginPage,
  NoCallEmailsPage,
  NotFoundPage,
  PrivacyPage,
  ProfilePage,
  ResetPasswordPage,
  SecurityPage,
  Shell,
  SignupPage,
  YourDataPage,
} from './pages.ts'
import { useScrollRestoration } from './use-scroll-restoration.ts'

// These routes use the guards, which use the other pages.
const SiteRoutes = lazyWithPreload(() => import('./site-routes.tsx'), 'SiteRoutes')

const routes: RouteObject[] = [
  { index: true, element: <Navigate to="/login" replace /> },
  {
    Component: GuestsOnly,
    children: [
      { path: 'login', Component: LoginPage },
      { path: 'signup', Component: SignupPage },
      { path: 'forgot-password', Component: ForgotPasswordPage },
      { path: 'reset-password', Component: ResetPasswordPage },
    ],
  },
  { path: 'email-verified', Component: EmailVerifiedPage },
  { path: 'do-not-invite', Component: DoNotInvitePage },
  { path: 'no-call-emails', Component: NoCallEmailsPage },
  { path: 'join', Component: JoinPage },
  { path: 'privacy', Component: PrivacyPage },
  { path: 'site/*', Component: SiteRoutes },
  {
    Component: RequireSession,
    children: [
      { path: 'groups/:groupId/sign', Component: DoorSignPage },
      {
        Component: Shell,
        children: [
          { path: 'dashboard', Component: DashboardPage },
          { path: 'profile', Component: ProfilePage },
          { path: 'profile/alerts', Component: AlertsPage },
          { path: 'profile/security', Component: SecurityPage },
          { path: 'profile/connections', Component: ConnectionsPage },
          { path: 'profile/data', Component: YourDataPage },
          { path: 'go/available', Component: GoPage },
          { path: 'go/unavailable', Component: GoPage },
          { path: 'go/available/:groupId', Component: GoPage },
          { path: 'go/screen', Component: ConnectScreenPage },
          { path: 'groups/create', Component: CreateGroupPage },
          { path: 'groups/:groupId', Component: GroupPage },
        ],
      },
    ],
  },
  { path: '*', Component: NotFoundPage },
]

export function CurrentPage() {
  const { key, pathname } = useLocation()
  const links = useOpenedLinks()
  const page = useRoutes(routes)
  useScrollRestoration()
  return (
    <ErrorBoundary FallbackComponent={BrokenPage} resetKeys={[key]}>
      <Suspense>{pathname !== '/join' && links.length > 0 && <OpenedLinkStrip />}</Suspense>
      <Suspense fallback={<Loading />}>{page}</Suspense>
    </ErrorBoundary>
  )
}

/** Loads the code of the page, and the group if the page shows one. Never rejects, because the page reports failures. */
export async function preloadPage(queryClient: QueryClient, address: Location): Promise<void> {
  const matches = matchRoutes(routes, address) ?? []
  const groupId = matches.at(-1)?.params.groupId
  await Promise.allSettled([
    ...matches.map(({ route }) =>
      (route.Component as Partial<PreloadableComponent> | undefined)?.preload?.(),
    ),
    groupId && queryClient.prefetchQuery(groupQuery(groupId)),
  ])
}

function BrokenPage() {
  return (
    <PlainPage title={appTexts.somethingWrong} subtitle={appTexts.couldNotShow}>
      <Button onClick={() => window.location.reload()}>{appTexts.reload}</Button>
      <nav className={classes.links} aria-label={appTexts.wayBack}>
        <a href="/dashboard">{appTexts.backToDashboard}</a>
      </nav>
    </PlainPage>
  )
}
