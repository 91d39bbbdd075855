import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, Outlet } from 'react-router'
import { useAccount } from '#account/account-queries.ts'
import { InitialsAvatar } from '#account/initials-avatar.tsx'
import { ConnectionBanner } from '#live/connection-banner.tsx'
import { keepRingingLater } from '#ringing/ringing.ts'
import { t } from '#texts/texts.ts'
import { appName } from '#ui/app-name.ts'
import { Logo } from '#ui/logo.tsx'
import { Toasts } from '#ui/toasts.tsx'
import { InvitationCenter } from './invitation-center.tsx'
import { useLiveUpdates } from './live-updates.ts'
import { NotificationCenter } from './notification-center.tsx'
import { useOpenFromPush } from './open-from-push.ts'
import classes from './shell.module.css'
import { UnreadMarks } from './unread-marks.ts'
import { useProxySignInToast } from './use-proxy-sign-in-toast.tsx'

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
        {t.ui.skip}
      </a>
      <header className={classes.bar}>
        <Link to="/dashboard" className={classes.product}>
          <Logo />
          <span>{appName}</span>
        </Link>
        <ConnectionBanner />
        <nav className={classes.nav} aria-label={t.account.nav}>
          <InvitationCenter />
          <NotificationCenter />
          <Link to="/profile" className={classes.me} title={account.displayName}>
            <span className="sr-only">{t.account.profile}</span>
            <InitialsAvatar name={account.displayName} />
          </Link>
        </nav>
      </header>
      <Outlet />
      <Toasts />
    </>
  )
}
