import { afterSignUpMs } from '@grouplight/contract/account.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { SignUpForm } from '#account/sign-up-form.tsx'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'
import { Redirecting } from '#ui/redirecting.tsx'

export function SignupPage() {
  const [created, setCreated] = useState(false)
  if (created) return <Created />
  return (
    <PlainPage title="Create Account" subtitle="Sign up to start managing your availability" width={500}>
      <SignUpForm onCreated={() => setCreated(true)} />
      <nav className={classes.links} aria-label="Account">
        <Link to="/login">Already have an account? Sign in</Link>
      </nav>
    </PlainPage>
  )
}

function Created() {
  return (
    <PlainPage title="Account created successfully!" width={500} takesFocus>
      <div className={classes.panel}>
        <p>Please check your email and click the verification link before logging in.</p>
        <Redirecting to="/login" afterMs={afterSignUpMs} link="Go to login now" />
      </div>
    </PlainPage>
  )
}
