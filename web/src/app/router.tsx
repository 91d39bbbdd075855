import { createBrowserRouter, type LoaderFunctionArgs, redirect } from 'react-router'
import { queryClient } from '#api/query-client.ts'
import { groupQuery } from '#group/group-queries.ts'
import { Loading } from '#ui/loading.tsx'
import { GuestsOnly, RequireSession } from './guards.tsx'
import { pages } from './pages.ts'
import { Root } from './root.tsx'
import { RouteError } from './route-error.tsx'

export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: Loading,
    children: [
      { index: true, loader: () => redirect('/login') },
      {
        Component: GuestsOnly,
        children: [
          { path: 'login', lazy: pages.login },
          { path: 'signup', lazy: pages.signup },
          { path: 'forgot-password', lazy: pages.forgotPassword },
          { path: 'reset-password', lazy: pages.resetPassword },
        ],
      },
      // The link uses itself up once: nothing that happens on the page asks for it again.
      { path: 'email-verified', lazy: pages.emailVerified, shouldRevalidate: () => false },
      {
        Component: RequireSession,
        children: [
          {
            lazy: pages.shell,
            children: [
              { path: 'dashboard', lazy: pages.dashboard },
              { path: 'profile', lazy: pages.profile },
              { path: 'go/available', lazy: pages.go },
              { path: 'go/unavailable', lazy: pages.go },
              { path: 'groups/create', lazy: pages.createGroup },
              { path: 'groups/:groupId', lazy: pages.group, loader: fetchGroupAhead },
            ],
          },
        ],
      },
      { path: '*', lazy: pages.notFound },
    ],
  },
])

/** A link to a group asks for it at once, beside the page's code and the question who is signed in. */
function fetchGroupAhead({ params }: LoaderFunctionArgs) {
  void queryClient.prefetchQuery(groupQuery(params.groupId ?? ''))
  return null
}
