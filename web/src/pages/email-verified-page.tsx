import accountTexts from 'texts:account'
import { redirectAfterVerificationMs, verifyEmail } from '@grouplight/contract/account.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, problemCode } from '#api/client.ts'
import { verificationText } from '#api/problem-text.ts'
import { VerificationForm } from '#features/account/verification-form.tsx'
import { type Alert, AlertText } from '#ui/alert.tsx'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'
import { Redirecting } from '#ui/redirecting.tsx'
import { offersSignUp } from '#ui/site.ts'
import { useEmailLinkQuery } from '#ui/use-email-link-query.ts'

type Outcome = 'verified' | { refusal: string } | { passwordFor: string }

/** `useQuery` does not send the code of the link again when React renders the page again. */
export function EmailVerifiedPage() {
  const search = useEmailLinkQuery()
  const [isVerified, setVerified] = useState(false)
  const { data } = useQuery({
    queryKey: ['verification', search],
    queryFn: () => outcomeOf(new URLSearchParams(search)),
    gcTime: 0,
  })
  const outcome = isVerified ? 'verified' : data
  return (
    <PlainPage title={accountTexts.verification}>
      {!outcome && <p role="status">{accountTexts.verifying}</p>}
      {outcome === 'verified' && <Verified />}
      {typeof outcome === 'object' && 'refusal' in outcome && <Refused {...outcome} />}
      {typeof outcome === 'object' && 'passwordFor' in outcome && (
        <PasswordNeeded code={outcome.passwordFor} onVerified={() => setVerified(true)} />
      )}
    </PlainPage>
  )
}

const welcome: Alert = { message: accountTexts.verifiedNowLogIn }

function Verified() {
  return (
    <>
      <AlertText message={accountTexts.verified} />
      <Redirecting
        to="/login"
        afterMs={redirectAfterVerificationMs}
        link={accountTexts.goToLoginVerified}
        alert={welcome}
      />
    </>
  )
}

function Refused({ refusal }: { refusal: string }) {
  return (
    <>
      <AlertText error={refusal} />
      <nav className={classes.links} aria-label={accountTexts.nav}>
        <Link to="/login">{accountTexts.backToLoginButton}</Link>
        {offersSignUp && <Link to="/signup">{accountTexts.signUpAgain}</Link>}
      </nav>
    </>
  )
}

function PasswordNeeded(props: { code: string; onVerified: () => void }) {
  return (
    <>
      <VerificationForm {...props} />
      <nav className={classes.links} aria-label={accountTexts.nav}>
        <Link to="/login">{accountTexts.backToLoginButton}</Link>
        <Link to="/forgot-password">{accountTexts.forgotPasswordLink}</Link>
      </nav>
    </>
  )
}

async function outcomeOf(search: URLSearchParams): Promise<Outcome> {
  const code = search.get('oobCode') || search.get('actionCode') || search.get('code')
  const mode = search.get('mode')
  if (!code) {
    return { refusal: accountTexts.noCode }
  }
  if (mode && mode !== 'verifyEmail') {
    return { refusal: accountTexts.otherMode }
  }
  return call(verifyEmail, { body: { code } }).then(
    () => 'verified' as const,
    error =>
      problemCode(error) === 'password-needed' ? { passwordFor: code } : { refusal: verificationText(error) },
  )
}
