import accountTexts from 'texts:account'
import accountPageTexts from 'texts:account-pages'
import appTexts from 'texts:app'
import { redirectAfterVerificationMs } from '@grouplight/contract/account.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { problemCode } from '#api/client.ts'
import { verificationText } from '#api/problem-text.ts'
import { VerificationForm, verify } from '#features/account/verification-form.tsx'
import { type Alert, AlertText } from '#ui/alert.tsx'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'
import { Redirecting } from '#ui/redirecting.tsx'
import { offersSignUp } from '#ui/site.ts'
import { useEmailLinkQuery } from '#ui/use-email-link-query.ts'

type Verified = { email: string }
type Outcome = { verified: Verified } | { refusal: string } | { passwordFor: string }

/** `useQuery` does not send the code of the link again when React renders the page again. */
export function EmailVerifiedPage() {
  const search = useEmailLinkQuery()
  const [verified, setVerified] = useState<Verified>()
  const { data } = useQuery({
    queryKey: ['verification', search],
    queryFn: () => outcomeOf(new URLSearchParams(search)),
    gcTime: 0,
  })
  const outcome = verified ? { verified } : data
  return (
    <PlainPage title={accountPageTexts.verification}>
      {!outcome && <p role="status">{accountPageTexts.verifying}</p>}
      {outcome && 'verified' in outcome && <Verified {...outcome.verified} />}
      {outcome && 'refusal' in outcome && <Refused {...outcome} />}
      {outcome && 'passwordFor' in outcome && (
        <PasswordNeeded code={outcome.passwordFor} onVerified={setVerified} />
      )}
    </PlainPage>
  )
}

function Verified({ email }: Verified) {
  const [state] = useState({ message: accountTexts.verifiedNowLogIn, email } satisfies Alert & Verified)
  return (
    <>
      <AlertText message={accountPageTexts.verified} />
      <Redirecting
        to="/login"
        afterMs={redirectAfterVerificationMs}
        link={accountPageTexts.goToLoginVerified}
        state={state}
      />
    </>
  )
}

function Refused({ refusal }: { refusal: string }) {
  return (
    <>
      <AlertText error={refusal} />
      <nav className={classes.links} aria-label={appTexts.account}>
        <Link to="/login">{accountPageTexts.backToLoginButton}</Link>
        {offersSignUp && <Link to="/signup">{accountPageTexts.signUpAgain}</Link>}
      </nav>
    </>
  )
}

function PasswordNeeded(props: { code: string; onVerified: (verified: Verified) => void }) {
  return (
    <>
      <VerificationForm {...props} />
      <nav className={classes.links} aria-label={appTexts.account}>
        <Link to="/login">{accountPageTexts.backToLoginButton}</Link>
        <Link to="/forgot-password">{accountTexts.forgotPasswordLink}</Link>
      </nav>
    </>
  )
}

async function outcomeOf(search: URLSearchParams): Promise<Outcome> {
  const code = search.get('oobCode') || search.get('actionCode') || search.get('code')
  const mode = search.get('mode')
  if (!code) {
    return { refusal: accountPageTexts.noCode }
  }
  if (mode && mode !== 'verifyEmail') {
    return { refusal: accountPageTexts.otherMode }
  }
  return verify({ code }).then(
    verified => ({ verified }),
    error =>
      problemCode(error) === 'password-needed' ? { passwordFor: code } : { refusal: verificationText(error) },
  )
}
