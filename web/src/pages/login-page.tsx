import { useEffect, useState } from 'react'
import { Link, type Location, useLocation, useNavigate } from 'react-router'
import { SignInForm } from '#account/sign-in-form.tsx'
import { t } from '#texts/texts.ts'
import type { Alert } from '#ui/alert.tsx'
import { appName } from '#ui/app-name.ts'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'

export function LoginPage() {
  const notice = useNoticeOnce()
  return (
    <PlainPage title={t.account.welcome(appName)} subtitle={t.account.signInSubtitle}>
      <SignInForm notice={notice} />
      <nav className={classes.links} aria-label={t.account.nav}>
        <Link to="/forgot-password">{t.account.forgotPasswordLink}</Link>
        <Link to="/signup">{t.account.signUpLink}</Link>
      </nav>
    </PlainPage>
  )
}

/** What the previous page or the link in the mail has to say; taken off the address, so that a reload is silent. */
function useNoticeOnce(): Alert {
  const location = useLocation()
  const navigate = useNavigate()
  const [notice, setNotice] = useState(() => noticeIn(location))

  useEffect(() => {
    const arriving = noticeIn(location)
    if (!arriving) return
    setNotice(arriving)
    void navigate('/login', { replace: true })
  }, [location, navigate])

  return notice ?? {}
}

function noticeIn({ state, search }: Location<Alert | null>): Alert | null {
  if (state?.message || state?.error) return state
  if (new URLSearchParams(search).get('verified') !== 'true') return null
  return { message: t.account.verifiedNowLogIn }
}
