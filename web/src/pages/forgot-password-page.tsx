import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ForgotPasswordForm } from '#account/forgot-password-form.tsx'
import { Button } from '#ui/button.tsx'
import { NoticeText } from '#ui/notice.tsx'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'

export function ForgotPasswordPage() {
  const [sent, setSent] = useState(false)
  return (
    <PlainPage title="Forgot Password" subtitle="We will email you a link to choose a new one">
      {sent ? <Sent /> : <ForgotPasswordForm onSent={() => setSent(true)} />}
      <nav className={classes.links} aria-label="Account">
        <Link to="/login">Back to login</Link>
      </nav>
    </PlainPage>
  )
}

function Sent() {
  const navigate = useNavigate()
  return (
    <div className={classes.form}>
      <NoticeText message="Reset email sent! Check your inbox for the password reset link." />
      <Button onClick={() => navigate('/login')}>Back to Login</Button>
    </div>
  )
}
