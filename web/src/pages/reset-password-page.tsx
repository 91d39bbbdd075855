import accountTexts from 'texts:account'
import { redirectAfterResetMs } from '@grouplight/contract/account.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { ResetPasswordForm } from '#features/account/reset-password-form.tsx'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'
import { Redirecting } from '#ui/redirecting.tsx'
import { hasOwnSignIn, site } from '#ui/site.ts'
import { useEmailLinkQuery } from '#ui/use-email-link-query.ts'

const { provider } = site

export function ResetPasswordPage() {
  const token = new URLSearchParams(useEmailLinkQuery()).get('token')
  const [changed, setChanged] = useState(false)
  if (changed) return <Changed />
  return (
    <PlainPage
      title={accountTexts.resetPassword}
      subtitle={hasOwnSignIn ? accountTexts.resetSubtitle : undefined}
    >
      {provider?.only ? (
        <p>{accountTexts.onlyByProvider({ name: provider.name })}</p>
      ) : (
        <ResetPasswordForm token={token} onChanged={() => setChanged(true)} />
      )}
      <nav className={classes.links} aria-label={accountTexts.nav}>
        <Link to="/login">{accountTexts.backToLogin}</Link>
        {hasOwnSignIn && <Link to="/forgot-password">{accountTexts.requestNewLink}</Link>}
      </nav>
    </PlainPage>
  )
}

function Changed() {
  return (
    <PlainPage title={accountTexts.passwordReset} takesFocus>
      <div className={`card ${classes.panel}`}>
        <p>{accountTexts.passwordChanged}</p>
        <Redirecting to="/login" afterMs={redirectAfterResetMs} link={accountTexts.goToLogin} />
      </div>
    </PlainPage>
  )
}
