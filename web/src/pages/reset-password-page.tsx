import { redirectAfterResetMs } from '@grouplight/contract/account.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { ResetPasswordForm } from '#features/account/reset-password-form.tsx'
import { recoveryTexts } from '#texts/recovery/recovery-texts.ts'
import { t } from '#texts/texts.ts'
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
      title={recoveryTexts.resetPassword}
      subtitle={hasOwnSignIn ? recoveryTexts.resetSubtitle : undefined}
    >
      {provider?.only ? (
        <p>{recoveryTexts.onlyByProvider(provider.name)}</p>
      ) : (
        <ResetPasswordForm token={token} onChanged={() => setChanged(true)} />
      )}
      <nav className={classes.links} aria-label={t.account.nav}>
        <Link to="/login">{recoveryTexts.backToLogin}</Link>
        {hasOwnSignIn && <Link to="/forgot-password">{recoveryTexts.requestNewLink}</Link>}
      </nav>
    </PlainPage>
  )
}

function Changed() {
  return (
    <PlainPage title={recoveryTexts.passwordReset} takesFocus>
      <div className={`card ${classes.panel}`}>
        <p>{recoveryTexts.passwordChanged}</p>
        <Redirecting to="/login" afterMs={redirectAfterResetMs} link={t.account.goToLogin} />
      </div>
    </PlainPage>
  )
}
