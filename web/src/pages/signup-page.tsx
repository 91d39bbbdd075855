import { redirectAfterSignUpMs } from '@grouplight/contract/account.ts'
import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import { linkCode } from '#features/account/link-code.ts'
import { SignUpForm } from '#features/account/sign-up-form.tsx'
import { t } from '#texts/texts.ts'
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
      title={t.account.createAccount}
      subtitle={offersSignUp ? t.account.signUpSubtitle : undefined}
      width={500}
    >
      {site.registration === 'invited' && linkCode() === undefined && <p>{t.account.byInvitation}</p>}
      {offersSignUp ? (
        <SignUpForm onCreated={() => setCreated(true)} />
      ) : (
        <p role="status">{t.account.signUpClosed}</p>
      )}
      <nav className={classes.links} aria-label={t.account.nav}>
        <Link to="/login">{t.account.signInLink}</Link>
        <Link to="/privacy" className={classes.quiet}>
          {t.account.privacy}
        </Link>
      </nav>
    </PlainPage>
  )
}

function Created() {
  return (
    <PlainPage title={t.account.created} width={500} takesFocus>
      <div className={`card ${classes.panel}`}>
        <p>{t.account.checkEmail}</p>
        <Redirecting to="/login" afterMs={redirectAfterSignUpMs} link={t.account.goToLogin} />
      </div>
    </PlainPage>
  )
}
