import accountTexts from 'texts:account'
import accountPageTexts from 'texts:account-pages'
import appTexts from 'texts:app'
import refusalTexts from 'texts:refusal'
import { redirectAfterSignUpMs } from '@grouplight/contract/account.ts'
import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import { openedCode } from '#features/account/opened-links.ts'
import { SignUpForm } from '#features/account/sign-up-form.tsx'
import { InvitationTitle, useArriving } from '#features/invitation/opened-link.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Loading } from '#ui/loading.tsx'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'
import { Redirecting } from '#ui/redirecting.tsx'
import { hasOwnSignIn, offersSignUp, site } from '#ui/site.ts'

export function SignupPage() {
  const [created, setCreated] = useState<Created>()
  const { email, invitation, isDead } = useArriving()
  if (!hasOwnSignIn) return <Navigate to="/login" replace />
  if (created) return <Created {...created} />
  if (invitation === undefined) return <Loading />
  return (
    <PlainPage
      title={invitation ? <InvitationTitle {...invitation} /> : accountPageTexts.createAccount}
      subtitle={offersSignUp ? accountPageTexts.signUpSubtitle : undefined}
      width={500}
    >
      {isDead && <AlertText error={refusalTexts['link-not-usable']} />}
      {site.registration === 'invited' && openedCode() === undefined && (
        <p>{accountPageTexts.byInvitation}</p>
      )}
      {offersSignUp ? (
        <SignUpForm email={email} isInvited={invitation !== null} onCreated={setCreated} />
      ) : (
        <p role="status">{accountPageTexts.signUpClosed}</p>
      )}
      <nav className={classes.links} aria-label={appTexts.account}>
        <Link to="/login">{accountPageTexts.signInLink}</Link>
        <Link to="/privacy" className={classes.quiet}>
          {accountTexts.privacy}
        </Link>
      </nav>
    </PlainPage>
  )
}

type Created = { email: string; mailbox: string | null }

function Created({ email, mailbox }: Created) {
  const [state] = useState({ email })
  return (
    <PlainPage title={accountPageTexts.created} width={500} takesFocus>
      <div className={`card ${classes.panel}`}>
        <p>{accountPageTexts.checkEmail}</p>
        {mailbox && (
          <p>
            {accountPageTexts.noMailServer}{' '}
            <a href={mailbox} target="_blank" rel="noreferrer">
              {accountPageTexts.openMailbox}
            </a>
          </p>
        )}
        <Redirecting
          to="/login"
          afterMs={redirectAfterSignUpMs}
          link={accountPageTexts.goToLogin}
          state={state}
        />
      </div>
    </PlainPage>
  )
}
