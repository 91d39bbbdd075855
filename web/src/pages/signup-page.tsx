import accountTexts from 'texts:account'
import { redirectAfterSignUpMs } from '@grouplight/contract/account.ts'
import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import { linkCode } from '#features/account/link-code.ts'
import { SignUpForm } from '#features/account/sign-up-form.tsx'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'
import { Redirecting } from '#ui/redirecting.tsx'
import { hasOwnSignIn, offersSignUp, site } from '#ui/site.ts'

export function SignupPage() {
  const [created, setCreated] = useState(false)
  if (!hasOwnSignIn) return <Navigate to="/login" replace />
  if (created) return <Created />
  return (
    <PlainPage
      title={accountTexts.createAccount}
      subtitle={offersSignUp ? accountTexts.signUpSubtitle : undefined}
      width={500}
    >
      {site.registration === 'invited' && linkCode() === undefined && <p>{accountTexts.byInvitation}</p>}
      {offersSignUp ? (
        <SignUpForm onCreated={() => setCreated(true)} />
      ) : (
        <p role="status">{accountTexts.signUpClosed}</p>
      )}
      <nav className={classes.links} aria-label={accountTexts.nav}>
        <Link to="/login">{accountTexts.signInLink}</Link>
        <Link to="/privacy" className={classes.quiet}>
          {accountTexts.privacy}
        </Link>
      </nav>
    </PlainPage>
  )
}

function Created() {
  return (
    <PlainPage title={accountTexts.created} width={500} takesFocus>
      <div className={`card ${classes.panel}`}>
        <p>{accountTexts.checkEmail}</p>
        <Redirecting to="/login" afterMs={redirectAfterSignUpMs} link={accountTexts.goToLogin} />
      </div>
    </PlainPage>
  )
}
