import { useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { ForgotPasswordForm } from '#features/account/forgot-password-form.tsx'
import { recoveryTexts } from '#texts/recovery/recovery-texts.ts'
import { t } from '#texts/texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import form from '#ui/form.module.css'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'
import { hasOwnSignIn } from '#ui/site.ts'

export function ForgotPasswordPage() {
  const [sent, setSent] = useState(false)
  if (!hasOwnSignIn) return <Navigate to="/login" replace />
  return (
    <PlainPage title={recoveryTexts.forgotPassword} subtitle={recoveryTexts.forgotSubtitle}>
      {sent ? <Sent /> : <ForgotPasswordForm onSent={() => setSent(true)} />}
      <nav className={classes.links} aria-label={t.account.nav}>
        <Link to="/login">{recoveryTexts.backToLogin}</Link>
      </nav>
    </PlainPage>
  )
}

function Sent() {
  const navigate = useNavigate()
  return (
    <div className={form.form}>
      <AlertText message={recoveryTexts.resetSent} />
      <Button onClick={() => navigate('/login')}>{recoveryTexts.backToLoginButton}</Button>
    </div>
  )
}
