import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ForgotPasswordForm } from '#account/forgot-password-form.tsx'
import { t } from '#texts/texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'

export function ForgotPasswordPage() {
  const [sent, setSent] = useState(false)
  return (
    <PlainPage title={t.account.forgotPassword} subtitle={t.account.forgotSubtitle}>
      {sent ? <Sent /> : <ForgotPasswordForm onSent={() => setSent(true)} />}
      <nav className={classes.links} aria-label={t.account.nav}>
        <Link to="/login">{t.account.backToLogin}</Link>
      </nav>
    </PlainPage>
  )
}

function Sent() {
  const navigate = useNavigate()
  return (
    <div className={classes.form}>
      <AlertText message={t.account.resetSent} />
      <Button onClick={() => navigate('/login')}>{t.account.backToLoginButton}</Button>
    </div>
  )
}
