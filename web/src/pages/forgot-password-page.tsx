import accountPageTexts from 'texts:account-pages'
import appTexts from 'texts:app'
import { useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { ForgotPasswordForm } from '#features/account/forgot-password-form.tsx'
import { useArriving } from '#features/invitation/opened-link.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import form from '#ui/form.module.css'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'
import { hasOwnSignIn } from '#ui/site.ts'

export function ForgotPasswordPage() {
  const [sent, setSent] = useState(false)
  const { email } = useArriving()
  if (!hasOwnSignIn) return <Navigate to="/login" replace />
  return (
    <PlainPage
      title={accountPageTexts.forgotPassword}
      subtitle={sent ? undefined : accountPageTexts.forgotSubtitle}
    >
      {sent ? (
        <Sent />
      ) : (
        <>
          <ForgotPasswordForm email={email} onSent={() => setSent(true)} />
          <nav className={classes.links} aria-label={appTexts.account}>
            <Link to="/login">{accountPageTexts.backToLogin}</Link>
          </nav>
        </>
      )}
    </PlainPage>
  )
}

function Sent() {
  const navigate = useNavigate()
  return (
    <div className={form.form}>
      <AlertText message={accountPageTexts.resetSent} />
      <Button onClick={() => navigate('/login')}>{accountPageTexts.backToLoginButton}</Button>
    </div>
  )
}
