import accountTexts from 'texts:account'
import appTexts from 'texts:app'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Link, type Location, useLocation, useNavigate } from 'react-router'
import { PasskeySignIn, ProviderSignIn } from '#features/account/other-sign-ins.ts'
import { detectPasskeySupport, offersPasskeys } from '#features/account/passkey/passkey-support.ts'
import { SignInForm } from '#features/account/sign-in-form.tsx'
import { useArriving } from '#features/invitation/opened-link.tsx'
import { type Alert, AlertText } from '#ui/alert.tsx'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'
import { appName, hasOwnSignIn, offersSignUp, site } from '#ui/site.ts'

const { provider } = site

export function LoginPage() {
  const { email } = useArriving()
  const alert = useAlertOnce()
  const [withPasskeys, setWithPasskeys] = useState(offersPasskeys)
  useEffect(() => void detectPasskeySupport().then(setWithPasskeys), [])
  return (
    <PlainPage title={accountTexts.welcome({ appName })} subtitle={accountTexts.signInSubtitle}>
      {hasOwnSignIn ? <SignInForm alert={alert} email={email} /> : <AlertText {...alert} />}
      <IfLoaded>
        <Suspense>
          {provider && (
            <ProviderSignIn provider={provider} hasMessage={Boolean(alert.message ?? alert.error)} />
          )}
          {hasOwnSignIn && withPasskeys && <PasskeySignIn />}
        </Suspense>
      </IfLoaded>
      <nav className={classes.links} aria-label={appTexts.account}>
        {hasOwnSignIn && <Link to="/forgot-password">{accountTexts.forgotPasswordLink}</Link>}
        {offersSignUp && <Link to="/signup">{accountTexts.signUpLink}</Link>}
        <Link to="/privacy" className={classes.quiet}>
          {accountTexts.privacy}
        </Link>
      </nav>
    </PlainPage>
  )
}

/** If the code of `children` cannot be loaded, shows only the form, or an error page if there is no form. */
function IfLoaded({ children }: { children: ReactNode }) {
  return hasOwnSignIn ? <ErrorBoundary fallback={null}>{children}</ErrorBoundary> : children
}

/** Loads the code of the other ways to sign in, so that nothing moves after the page has appeared. */
LoginPage.preload = async (): Promise<void> => {
  if (provider) await ProviderSignIn.preload()
  if (hasOwnSignIn && (await detectPasskeySupport())) await PasskeySignIn.preload()
}

/** The alert comes from the state or the query of the location. Both are removed, so that a reload does not show the alert again. */
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
  return { message: accountTexts.verifiedNowLogIn }
}
