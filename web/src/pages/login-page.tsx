import { useEffect, useState } from 'react'
import { Link, type Location, useLocation, useNavigate } from 'react-router'
import { SignInForm } from '#account/sign-in-form.tsx'
import { t } from '#texts/texts.ts'
import type { Alert } from '#ui/alert.tsx'
import { appName } from '#ui/app-name.ts'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'

export function LoginPage() {
  const alert = useAlertOnce()
  return (
    <PlainPage title={t.account.welcome(appName)} subtitle={t.account.signInSubtitle}>
      <SignInForm alert={alert} />
      <nav className={classes.links} aria-label={t.account.nav}>
        <Link to="/forgot-password">{t.account.forgotPasswordLink}</Link>
        <Link to="/signup">{t.account.signUpLink}</Link>
        <Link to="/privacy" className={classes.quiet}>
          {t.account.privacy}
        </Link>
      </nav>
    </PlainPage>
  )
}

/** Returns the alert of the previous page or of the address, or {}. Removes the alert, so that a reload does not show it. */
function useAlertOnce(): Alert {
  const location = useLocation()
  const navigate = useNavigate()
  const [alert, setAlert] = useState(() => alertIn(location))

  useEffect(() => {
    const arriving = alertIn(location)
    if (!arriving) return
    setAlert(arriving)
    void navigate('/login', { replace: true })
  }, [location, navigate])

  return alert ?? {}
}

function alertIn({ state, search }: Location<Alert | null>): Alert | null {
  if (state?.message || state?.error) return state
  if (new URLSearchParams(search).get('verified') !== 'true') return null
  return { message: t.account.verifiedNowLogIn }
}
