import { createBrowserRouter, redirect } from 'react-router'
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
              { path: 'groups/create', lazy: pages.createGroup },
              { path: 'groups/:groupId', lazy: pages.group },
            ],
          },
        ],
      },
      { path: '*', lazy: pages.notFound },
    ],
  },
])
