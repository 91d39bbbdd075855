import accountPageTexts from 'texts:account-pages'
import appTexts from 'texts:app'
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
      title={accountPageTexts.resetPassword}
      subtitle={hasOwnSignIn ? accountPageTexts.resetSubtitle : undefined}
    >
      {provider?.only ? (
        <p>{accountPageTexts.onlyByProvider({ name: provider.name })}</p>
      ) : (
        <ResetPasswordForm token={token} onChanged={() => setChanged(true)} />
      )}
      <nav className={classes.links} aria-label={appTexts.account}>
        <Link to="/login">{accountPageTexts.backToLogin}</Link>
        {hasOwnSignIn && <Link to="/forgot-password">{accountPageTexts.requestNewLink}</Link>}
      </nav>
    </PlainPage>
  )
}

function Changed() {
  return (
    <PlainPage title={accountPageTexts.passwordReset} takesFocus>
      <div className={`card ${classes.panel}`}>
        <p>{accountPageTexts.passwordChanged}</p>
        <Redirecting to="/login" afterMs={redirectAfterResetMs} link={accountPageTexts.goToLogin} />
      </div>
    </PlainPage>
  )
}
