import { afterResetMs } from '@grouplight/contract/account.ts'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ResetPasswordForm } from '#account/reset-password-form.tsx'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'
import { Redirecting } from '#ui/redirecting.tsx'

export function ResetPasswordPage() {
  const [search] = useSearchParams()
  const [changed, setChanged] = useState(false)
  if (changed) return <Changed />
  return (
    <PlainPage title="Reset Password" subtitle="Choose a new password">
      <ResetPasswordForm token={search.get('token')} onChanged={() => setChanged(true)} />
      <nav className={classes.links} aria-label="Account">
        <Link to="/login">Back to login</Link>
        <Link to="/forgot-password">Request a new link</Link>
      </nav>
    </PlainPage>
  )
}

function Changed() {
  return (
    <PlainPage title="Password Reset!" takesFocus>
      <div className={classes.panel}>
        <p>Password changed successfully!</p>
        <Redirecting to="/login" afterMs={afterResetMs} link="Go to login now" />
      </div>
    </PlainPage>
  )
}
