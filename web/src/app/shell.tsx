import appTexts from 'texts:app'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, Outlet, useLocation, useNavigate } from 'react-router'
import { useProxySignInEnded } from '#api/proxy-sign-in.ts'
import { useAccount } from '#features/account/account-queries.ts'
import { InitialsAvatar } from '#features/account/initials-avatar.tsx'
import { useReadNotification } from '#features/notification/notification-queries.ts'
import { keepRingingLater } from '#features/ringing/ringing.ts'
import { ConnectionBanner } from '#live/connection-banner.tsx'
import { Button } from '#ui/button.tsx'
import { Logo } from '#ui/logo.tsx'
import { appName } from '#ui/site.ts'
import { hideToast, showToast } from '#ui/toast.ts'
import { Toasts } from '#ui/toasts.tsx'
import { InvitationCenter } from './invitation-center.tsx'
import { useLiveUpdates } from './live-updates.ts'
import { NotificationCenter } from './notification-center.tsx'
import classes from './shell.module.css'
import { UnreadMarks } from './unread-marks.ts'

export function Shell() {
  const account = useAccount()
  const queryClient = useQueryClient()
  useLiveUpdates(account.uid)
  useOpenFromPush()
  useProxySignInToast()
  useEffect(() => keepRingingLater(queryClient, account.uid), [queryClient, account.uid])
  return (
    <>
      <UnreadMarks />
      <a className={classes.skip} href="#main">
        {appTexts.skip}
      </a>
      <header className={classes.bar}>
        <Link to="/dashboard" className={classes.product}>
          <Logo />
          <span>{appName}</span>
        </Link>
        <ConnectionBanner />
        <nav className={classes.nav} aria-label={appTexts.account}>
          <InvitationCenter />
          <NotificationCenter />
          <Link to="/profile" className={classes.me} title={account.displayName}>
            <span className="sr-only">{appTexts.profile}</span>
            <InitialsAvatar name={account.displayName} />
          </Link>
        </nav>
      </header>
      <Outlet />
      <Toasts />
    </>
  )
}

const longestMs = 2 ** 31 - 1

/** The page does not reload by itself, because the user may be writing something. */
function useProxySignInToast(): void {
  const hasEnded = useProxySignInEnded()
  useEffect(() => {
    if (!hasEnded) return
    const reload = (
      <Button variant="subtle" onClick={() => window.location.reload()}>
        {appTexts.reload}
      </Button>
    )
    const id = showToast('error', appTexts.proxySignInEnded, { stayMs: longestMs, action: reload })
    return () => hideToast(id)
  }, [hasEnded])
}

/** After a click on a push, opens the page whose path the service worker sends, and marks the push's notification as read. */
function useOpenFromPush(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const open = ({ data }: MessageEvent) => {
      if (data?.type === 'open') void navigate(data.path)
    }
    navigator.serviceWorker?.addEventListener('message', open)
    return () => navigator.serviceWorker?.removeEventListener('message', open)
  }, [navigate])
  useReadFromAddress()
}

/** Marks the notification whose id is in the address as read, and removes the id, so that nobody saves or shares it. */
function useReadFromAddress(): void {
  const { mutate: readNotification } = useReadNotification()
  const navigate = useNavigate()
  const { search, hash } = useLocation()
  useEffect(() => {
    const rest = new URLSearchParams(search)
    const notice = rest.get('notice')
    if (notice === null) return
    rest.delete('notice')
    void navigate({ search: String(rest), hash }, { replace: true })
    if (/^\d+$/.test(notice)) readNotification(Number(notice))
  }, [search, hash, navigate, readNotification])
}
