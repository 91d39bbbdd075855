import appTexts from 'texts:app'
import { signOut } from '@grouplight/contract/account.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { call } from '#api/client.ts'
import { useProxySignInEnded } from '#api/proxy-sign-in.ts'
import { AccountContext, SetSignOutAlertContext, sessionQuery } from '#features/account/account-queries.ts'
import { arrivingIn, useOpenedLinks } from '#features/account/opened-links.ts'
import type { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Loading } from '#ui/loading.tsx'
import { PlainPage } from '#ui/plain-page.tsx'
import { DashboardPage, Shell, SignupPage } from './pages.ts'
import { forgetReturnPath, keepReturnPath, returnPath } from './return-path.ts'

/** Shows the signed-in pages to users with a verified address. Signs other users out. Redirects guests to the login page. */
export function RequireSession() {
  const account = useSession()
  const location = useLocation()
  const { key } = location
  const [alert, setAlert] = useState<Alert>()
  const isSignedIn = typeof account === 'object' && account?.emailVerified
  const back = isSignedIn && location.pathname === '/dashboard' ? returnPath() : null
  useEffect(() => {
    if (account === null) keepReturnPath(location)
    else if (isSignedIn && !back) forgetReturnPath()
  }, [account, isSignedIn, back, location])
  usePreload(isSignedIn && preloadPages)
  if (typeof account === 'string') return <Unresolved session={account} />
  // The key is new for each navigation. Without the key, a guest who returns quickly would not be redirected a second time.
  if (!account) return <Navigate key={key} to="/login" replace state={alert} />
  if (!account.emailVerified) return <SignOutUnverified onSignedOut={setAlert} />
  if (back) return <Navigate to={back} replace />
  return (
    <AccountContext value={account}>
      <SetSignOutAlertContext value={setAlert}>
        <Outlet key={account.uid} />
      </SetSignOutAlertContext>
    </AccountContext>
  )
}

/** Redirects users to the link that they opened before they signed in, or to the dashboard. */
export function GuestsOnly() {
  const account = useSession()
  const { key, hash } = useLocation()
  const links = useOpenedLinks()
  const { code } = arrivingIn(hash)
  usePreload(preloadSignedInPages)
  if (typeof account === 'string') return <Unresolved session={account} />
  if (!account?.emailVerified) return <Outlet />
  return (
    <>
      <Loading />
      <Navigate key={key} to={code ? `/join${hash}` : links.length > 0 ? '/join' : '/dashboard'} replace />
    </>
  )
}

const preloadDelayMs = 1_000

const preloadPages = () => import('./preload.ts').then(({ preloadPages }) => preloadPages())
const preloadSignedInPages = () =>
  Promise.all([Shell, DashboardPage, SignupPage].map(({ preload }) => preload()))

/** Loads what will be needed soon. If this fails, it is loaded when it is needed. */
function usePreload(load: (() => Promise<unknown>) | false | undefined): void {
  useEffect(() => {
    if (!load) return
    const timer = setTimeout(() => void load().catch(() => {}), preloadDelayMs)
    return () => clearTimeout(timer)
  }, [load])
}

/** Returns null for a guest. Before the first response, returns 'loading' or 'unreachable'. */
function useSession() {
  const { data, isError } = useQuery(sessionQuery)
  // With a deferred value, React renders the page in small pieces, so that taps do not wait for the whole page.
  const isKnown = useDeferredValue(data !== undefined)
  if (data !== undefined && isKnown) return data
  return isError ? 'unreachable' : 'loading'
}

function Unresolved({ session }: { session: 'loading' | 'unreachable' }) {
  return session === 'loading' ? <Loading /> : <ServerUnreachable />
}

const unverified: Alert = { error: appTexts.pleaseVerify }

function SignOutUnverified({ onSignedOut }: { onSignedOut: (alert: Alert) => void }) {
  const queryClient = useQueryClient()
  useEffect(() => {
    void call(signOut)
      .catch(() => {})
      .then(() => onSignedOut(unverified))
      .then(() => queryClient.setQueryData(sessionQuery.queryKey, null))
  }, [queryClient, onSignedOut])
  return <Loading />
}

function ServerUnreachable() {
  const queryClient = useQueryClient()
  if (useProxySignInEnded())
    return (
      <PlainPage title={appTexts.serverUnreachable} subtitle={appTexts.proxySignInEnded}>
        <Button onClick={() => window.location.reload()}>{appTexts.reload}</Button>
      </PlainPage>
    )
  return (
    <PlainPage title={appTexts.serverUnreachable} subtitle={appTexts.willContinue}>
      <Button onClick={() => queryClient.refetchQueries({ queryKey: sessionQuery.queryKey })}>
        {appTexts.tryAgain}
      </Button>
    </PlainPage>
  )
}
