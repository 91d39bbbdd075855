import { afterSignUpMs } from '@grouplight/contract/account.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import classes from '#account/auth-page.module.css'
import { AuthPage } from '#account/auth-page.tsx'
import { SignUpForm } from '#account/sign-up-form.tsx'
import { Redirecting } from '#ui/redirecting.tsx'

export function SignupPage() {
  const [created, setCreated] = useState(false)
  if (created) return <Created />
  return (
    <AuthPage title="Create Account" subtitle="Sign up to start managing your availability" width={500}>
      <SignUpForm onCreated={() => setCreated(true)} />
      <nav className={classes.links} aria-label="Account">
        <Link to="/login">Already have an account? Sign in</Link>
      </nav>
    </AuthPage>
  )
}

function Created() {
  return (
    <AuthPage title="Account created successfully!" width={500} takesFocus>
      <div className={classes.panel}>
        <p>Please check your email and click the verification link before logging in.</p>
        <Redirecting to="/login" afterMs={afterSignUpMs} link="Go to login now" />
      </div>
    </AuthPage>
  )
}
