import accountPageTexts from 'texts:account-pages'
import appTexts from 'texts:app'
import joinTexts from 'texts:join'
import refusalTexts from 'texts:refusal'
import type { Account } from '@grouplight/contract/account.ts'
import { acceptInvitation } from '@grouplight/contract/invitation.ts'
import { joinByLink } from '@grouplight/contract/invite-link.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { call, problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { sessionQuery } from '#features/account/account-queries.ts'
import {
  codeIn,
  forgetLink,
  hasOtherWantedLink,
  isOfEmail,
  keepLink,
  type OpenedLink,
  useOpenedLinks,
} from '#features/account/opened-links.ts'
import { welcome } from '#features/availability/welcome.ts'
import { groupsQuery } from '#features/group/group-queries.ts'
import { InvitationTitle, openedLinkQuery } from '#features/invitation/opened-link.tsx'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import form from '#ui/form.module.css'
import { Loading } from '#ui/loading.tsx'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'
import { hasOwnSignIn, offersSignUp } from '#ui/site.ts'

/** An invite link opens this page, and so does a sign-in after it. Of the members, the page shows only the inviter. */
export function JoinPage() {
  const { hash, link } = useLinkFromAddress()
  const { state } = useLocation()
  if (state?.isDead && !hash) return <UselessLink why={refusalTexts['link-not-usable'] ?? ''} />
  if (link) return <Invited key={link.code} link={link} />
  return <UselessLink why={joinTexts.incomplete} />
}

function Invited({ link }: { link: OpenedLink }) {
  const { code } = link
  const { data: account, isPending } = useQuery(sessionQuery)
  const user = account?.emailVerified ? account : undefined
  const { data, error, refetch } = useQuery({ ...openedLinkQuery(code, account?.uid), enabled: !isPending })
  const [outcome, setOutcome] = useState<Outcome>()

  const inviter = <bdi>{data?.inviter || appTexts.someone}</bdi>
  if (typeof outcome === 'object') return <Leave code={code} to={`/groups/${outcome.groupId}`} />
  if (outcome === 'asked') return <Asked code={code} inviter={inviter} />
  if (outcome === 'dead' || problemCode(error) === 'link-not-usable') return <Dead code={code} />
  if (error)
    return (
      <PlainPage title={joinTexts.deadLink}>
        <AlertText error={problemText(error)} />
        <Button variant="default" onClick={() => refetch()}>
          {appTexts.tryAgain}
        </Button>
      </PlainPage>
    )
  if (!data) return <Loading />
  if (data.groupId) return <Leave code={code} to={`/groups/${data.groupId}`} />
  // An invitation by email is answered in the dialog, unless it was made from an invite link whose user has said yes before.
  if (user && user.email === data.email && !link.isWanted)
    return <Leave code={code} to="/dashboard" state={{ opensInvitations: true }} />
  return (
    <PlainPage title={<InvitationTitle {...data} />}>
      <div className={form.form}>
        <p>{joinTexts.whatMembersSee}</p>
        {data.needsApproval && (
          <p>
            <Phrase text={joinTexts.needsApproval} inviter={inviter} />
          </p>
        )}
        {!user && <SignUpOrIn code={code} />}
        {user && (data.email ?? user.email) === user.email && (
          <Join user={user} link={link} onOutcome={setOutcome} />
        )}
        {user && (data.email ?? user.email) !== user.email && (
          <p role="status">
            <Phrase text={joinTexts.forAnother} email={<bdi>{data.email}</bdi>} name={nameOf(user)} />
          </p>
        )}
        {user && <WayBack code={code} />}
      </div>
    </PlainPage>
  )
}

/** Moves the code from the address into the tab's storage. The code is a secret, so it is in the fragment, which browsers do not send. */
function useLinkFromAddress(): { hash: string; link: OpenedLink | undefined } {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const [isIncomplete, setIncomplete] = useState(false)
  const links = useOpenedLinks()
  const [shown, setShown] = useState<string>()
  const code = codeIn(hash)
  useEffect(() => {
    if (!hash) return
    if (code) keepLink(code, false)
    setShown(code)
    setIncomplete(!code)
    void navigate(pathname, { replace: true })
  }, [hash, code, pathname, navigate])
  if (hash) return { hash, link: code ? { code, isWanted: false } : undefined }
  if (isIncomplete) return { hash: '#', link: undefined }
  // The page shows one link until it is no longer needed.
  const link =
    links.find(({ code }) => code === shown) ?? links.findLast(({ isWanted }) => isWanted) ?? links.at(-1)
  if (link && link.code !== shown) setShown(link.code)
  return { hash, link }
}

/** The user has joined, has asked the creator, or the link does not work. */
type Outcome = { groupId: string } | 'asked' | 'dead'

type JoinProps = { user: Account; link: OpenedLink; onOutcome: (outcome: Outcome) => void }

function Join({ user, link: { code, isWanted }, onOutcome }: JoinProps) {
  const joining = useMutation({
    mutationFn: () =>
      isOfEmail(code)
        ? call(acceptInvitation, { params: { invitationId: code.split('.')[0] ?? '' } })
        : call(joinByLink, { body: { code } }),
    onSuccess: ({ groupId }, _, __, { client }) => {
      if (groupId === null) return onOutcome('asked')
      void client.invalidateQueries(groupsQuery)
      welcome(client, groupId)
      // The page then shows the next link whose user has said yes.
      if (hasOtherWantedLink(code)) forgetLink(code)
      else onOutcome({ groupId })
    },
    onError: error => {
      // Another attempt needs a tap.
      if (!isOfEmail(code)) keepLink(code, false)
      if (['link-not-usable', 'invitation-not-found'].includes(problemCode(error) ?? '')) onOutcome('dead')
    },
  })
  const { mutate } = joining
  useEffect(() => {
    if (isWanted) mutate()
  }, [isWanted, mutate])
  return (
    <>
      {joining.isError && <AlertText error={problemText(joining.error)} />}
      <Button pending={joining.isPending} onClick={() => mutate()}>
        {joinTexts.join}
      </Button>
      <p className={classes.subtitle}>
        <Phrase text={joinTexts.signedInAs} name={nameOf(user)} />
      </p>
    </>
  )
}

function nameOf({ displayName }: Account): ReactNode {
  return <bdi>{displayName}</bdi>
}

/** Who presses a button here wants to join, so the sign-in then leads directly into the group. */
function SignUpOrIn({ code }: { code: string }) {
  const navigate = useNavigate()
  const open = (page: string) => () => {
    keepLink(code, !isOfEmail(code))
    void navigate(page)
  }
  return (
    <>
      <p>{joinTexts.needsAccount}</p>
      {hasOwnSignIn && !offersSignUp && <p>{accountPageTexts.signUpClosed}</p>}
      {offersSignUp && <Button onClick={open('/signup')}>{joinTexts.signUp}</Button>}
      <Button variant="default" onClick={open('/login')}>
        {joinTexts.signIn}
      </Button>
    </>
  )
}

/** The code is kept until the user leaves the page, because a reload needs the code. */
function Asked({ code, inviter }: { code: string; inviter: ReactNode }) {
  useForgetAfterwards(code)
  return (
    <PlainPage title={joinTexts.asked} takesFocus>
      <p>
        <Phrase text={joinTexts.askedHint} inviter={inviter} />
      </p>
      <WayBack code={code} />
    </PlainPage>
  )
}

function Leave({ code, to, state }: { code: string; to: string; state?: object }) {
  useForgetAfterwards(code)
  return (
    <>
      <Loading />
      <Navigate to={to} replace state={state} />
    </>
  )
}

/** A reload says the same, although the link is forgotten. */
function Dead({ code }: { code: string }) {
  useForgetAfterwards(code)
  return <Navigate to="/join" replace state={{ isDead: true }} />
}

function UselessLink({ why }: { why: string }) {
  return (
    <PlainPage title={joinTexts.deadLink}>
      <AlertText error={why} />
      <WayBack />
    </PlainPage>
  )
}

function useForgetAfterwards(code: string): void {
  useEffect(() => () => forgetLink(code), [code])
}

function WayBack({ code = '' }: { code?: string }) {
  return (
    <nav className={classes.links} aria-label={appTexts.wayBack}>
      <Link to="/dashboard" onClick={() => forgetLink(code)}>
        {appTexts.backToDashboard}
      </Link>
    </nav>
  )
}
