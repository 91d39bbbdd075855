import { afterVerificationMs, verifyEmail } from '@grouplight/contract/account.ts'
import { Suspense, use } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { call } from '#api/client.ts'
import { verificationText } from '#api/problem-text.ts'
import { type Notice, NoticeText } from '#ui/notice.tsx'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'
import { Redirecting } from '#ui/redirecting.tsx'

type Outcome = 'verified' | { refusal: string }

/**
 * Uses the link's code up. As a loader it runs once for each visit, however often the page renders; the outcome
 * is left to the page to wait for, so that it can show that it is being verified.
 */
export function verify({ request }: LoaderFunctionArgs): { outcome: Promise<Outcome> } {
  return { outcome: outcomeOf(new URL(request.url).searchParams) }
}

export function EmailVerifiedPage() {
  const { outcome } = useLoaderData<typeof verify>()
  return (
    <PlainPage title="Email Verification">
      <Suspense fallback={<p role="status">Verifying your email...</p>}>
        <Result outcome={outcome} />
      </Suspense>
    </PlainPage>
  )
}

function Result({ outcome }: { outcome: Promise<Outcome> }) {
  const result = use(outcome)
  return result === 'verified' ? <Verified /> : <Refused refusal={result.refusal} />
}

const welcome: Notice = { message: 'Email verified successfully! You can now log in.' }

function Verified() {
  return (
    <>
      <NoticeText message="Email verified successfully!" />
      <Redirecting to="/login" afterMs={afterVerificationMs} link="Go to Login Now" notice={welcome} />
    </>
  )
}

function Refused({ refusal }: { refusal: string }) {
  return (
    <>
      <NoticeText error={refusal} />
      <nav className={classes.links} aria-label="Account">
        <Link to="/login">Back to Login</Link>
        <Link to="/signup">Need to sign up again?</Link>
      </nav>
    </>
  )
}

async function outcomeOf(search: URLSearchParams): Promise<Outcome> {
  const code = search.get('oobCode') || search.get('actionCode') || search.get('code')
  const mode = search.get('mode')
  if (!code) {
    return {
      refusal:
        'No verification code found in the link. Please check that you clicked the correct link from your email.',
    }
  }
  if (mode && mode !== 'verifyEmail') {
    return {
      refusal:
        'This link is not for email verification. Please use the correct verification link from your email.',
    }
  }
  return call(verifyEmail, { body: { code } }).then(
    () => 'verified' as const,
    error => ({ refusal: verificationText(error) }),
  )
}
