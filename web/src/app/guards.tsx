import { signOut } from '@grouplight/contract/account.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { AccountContext, SetSignOutAlertContext, sessionQuery } from '#account/account-queries.ts'
import { call } from '#api/client.ts'
import { t } from '#texts/texts.ts'
import type { Alert } from '#ui/alert.tsx'
import { Loading } from '#ui/loading.tsx'
import { preloadPages, preloadSignedInChunk } from './preload.ts'
import { ServerUnreachable } from './server-unreachable.tsx'

/** Lets in who is signed in and has a verified address. */
export function RequireSession() {
  const account = useSession()
  const { key } = useLocation()
  const [notice, setNotice] = useState<Alert>()
  const isSignedIn = typeof account === 'object' && account?.emailVerified
  useEffect(() => (isSignedIn ? preloadPages() : undefined), [isSignedIn])
  if (typeof account === 'string') return <Unresolved session={account} />
  // Each arrival is turned away by itself: one may come back before the page of the last time is gone.
  if (!account) return <Navigate key={key} to="/login" replace state={notice} />
  if (!account.emailVerified) return <TurnAway onSignedOut={setNotice} />
  return (
    <AccountContext value={account}>
      <SetSignOutAlertContext value={setNotice}>
        <Outlet key={account.uid} />
      </SetSignOutAlertContext>
    </AccountContext>
  )
}

/** Sends who is signed in already to their groups. */
export function GuestsOnly() {
  const account = useSession()
  const { key } = useLocation()
  useEffect(preloadSignedInChunk, [])
  if (typeof account === 'string') return <Unresolved session={account} />
  if (!account?.emailVerified) return <Outlet />
  return (
    <>
      <Loading />
      <Navigate key={key} to="/dashboard" replace />
    </>
  )
}

/** The account, null for a guest; while nobody knows: whether we still ask, or the server does not answer. */
function useSession() {
  const { data, isError } = useQuery(sessionQuery)
  // A whole page is drawn for the first time in small pieces, so that nobody's tap waits for it.
  const isKnown = useDeferredValue(data !== undefined)
  if (data !== undefined && isKnown) return data
  return isError ? 'unreachable' : 'asking'
}

function Unresolved({ session }: { session: 'asking' | 'unreachable' }) {
  return session === 'asking' ? <Loading /> : <ServerUnreachable />
}

const unverified: Alert = { error: t.account.pleaseVerify }

/** Signed in with an address that is not verified: signed out again, with what to tell on the login page. */
function TurnAway({ onSignedOut }: { onSignedOut: (notice: Alert) => void }) {
  const queryClient = useQueryClient()
  useEffect(() => {
    void call(signOut)
      .catch(() => {})
      .then(() => onSignedOut(unverified))
      .then(() => queryClient.setQueryData(sessionQuery.queryKey, null))
  }, [queryClient, onSignedOut])
  return <Loading />
}
