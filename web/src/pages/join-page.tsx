import accountTexts from 'texts:account'
import appTexts from 'texts:app'
import joinTexts from 'texts:join'
import refusalTexts from 'texts:refusal'
import { joinByLink, readInviteLink } from '@grouplight/contract/invite-link.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { call, problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { sessionQuery } from '#features/account/account-queries.ts'
import { codeIn, forgetLinkCode, keepLinkCode, linkCode } from '#features/account/link-code.ts'
import { groupsQuery } from '#features/group/group-queries.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button, NavigationButton } from '#ui/button.tsx'
import form from '#ui/form.module.css'
import { Loading } from '#ui/loading.tsx'
import classes from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'
import { hasOwnSignIn, offersSignUp } from '#ui/site.ts'

/** An invite link opens this page. Of the members, the page shows only the inviter. */
export function JoinPage() {
  const code = useCodeFromAddress()
  return code ? <Invited key={code} code={code} /> : <UselessLink why={joinTexts.incomplete} />
}

function Invited({ code }: { code: string }) {
  const { data: account, isPending } = useQuery(sessionQuery)
  const isSignedIn = account?.emailVerified === true
  const { data, error, refetch } = useQuery({
    queryKey: ['invite-link', code, account?.uid],
    queryFn: ({ signal }) => call(readInviteLink, { body: { code }, signal }),
    enabled: !isPending,
    gcTime: 0,
  })
  const [outcome, setOutcome] = useState<Outcome>()

  const inviter = <bdi>{data?.inviter || appTexts.someone}</bdi>
  if (outcome === 'asked') return <Asked inviter={inviter} />
  if (outcome === 'dead' || problemCode(error) === 'link-not-usable') return <DeadLink />
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
  if (data.groupId) return <OpenGroup groupId={data.groupId} />
  return (
    <PlainPage
      title={<Phrase text={joinTexts.title} inviter={inviter} group={<bdi>{data.groupName}</bdi>} />}
    >
      <div className={form.form}>
        <p>{joinTexts.whatMembersSee}</p>
        {data.needsApproval && (
          <p>
            <Phrase text={joinTexts.needsApproval} inviter={inviter} />
          </p>
        )}
        {isSignedIn ? <JoinButton code={code} onOutcome={setOutcome} /> : <SignUpOrIn />}
      </div>
    </PlainPage>
  )
}

/** Moves the code from the address into the tab's storage. The code is a secret, so it is in the fragment, which browsers do not send. */
function useCodeFromAddress(): string | undefined {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const [code, setCode] = useState(linkCode)
  const inAddress = codeIn(hash)
  useEffect(() => {
    if (!hash) return
    if (inAddress) keepLinkCode(inAddress)
    else forgetLinkCode()
    setCode(inAddress)
    void navigate(pathname, { replace: true })
  }, [hash, inAddress, pathname, navigate])
  return hash ? inAddress : code
}

/** In both outcomes the user has not joined: the request waits for the creator, or the link does not work. */
type Outcome = 'asked' | 'dead'

function JoinButton({ code, onOutcome }: { code: string; onOutcome: (outcome: Outcome) => void }) {
  const navigate = useNavigate()
  const joining = useMutation({
    mutationFn: () => call(joinByLink, { body: { code } }),
    onSuccess: ({ groupId }, _, __, { client }) => {
      if (groupId === null) return onOutcome('asked')
      forgetLinkCode()
      void client.invalidateQueries(groupsQuery)
      void navigate(`/groups/${groupId}`, { replace: true })
    },
    onError: error => problemCode(error) === 'link-not-usable' && onOutcome('dead'),
  })
  return (
    <>
      {joining.isError && <AlertText error={problemText(joining.error)} />}
      <Button pending={joining.isPending} onClick={() => joining.mutate()}>
        {joinTexts.join}
      </Button>
    </>
  )
}

function SignUpOrIn() {
  return (
    <>
      <p>{joinTexts.needsAccount}</p>
      {hasOwnSignIn && !offersSignUp && <p>{accountTexts.signUpClosed}</p>}
      {offersSignUp && <NavigationButton to="/signup">{joinTexts.signUp}</NavigationButton>}
      <NavigationButton to="/login" variant="default">
        {joinTexts.signIn}
      </NavigationButton>
    </>
  )
}

/** The code is kept until the user leaves the page, because a reload needs the code. */
function Asked({ inviter }: { inviter: ReactNode }) {
  useEffect(() => forgetLinkCode, [])
  return (
    <PlainPage title={joinTexts.asked} takesFocus>
      <p>
        <Phrase text={joinTexts.askedHint} inviter={inviter} />
      </p>
      <WayBack />
    </PlainPage>
  )
}

function OpenGroup({ groupId }: { groupId: string }) {
  useEffect(forgetLinkCode, [])
  return (
    <>
      <Loading />
      <Navigate to={`/groups/${groupId}`} replace />
    </>
  )
}

function DeadLink() {
  return <UselessLink why={refusalTexts['link-not-usable'] ?? ''} />
}

/** A reload needs the code, because without it the page would say that the link is incomplete. */
function UselessLink({ why }: { why: string }) {
  useEffect(() => forgetLinkCode, [])
  return (
    <PlainPage title={joinTexts.deadLink}>
      <AlertText error={why} />
      <WayBack />
    </PlainPage>
  )
}

function WayBack() {
  return (
    <nav className={classes.links} aria-label={appTexts.wayBack}>
      <Link to="/dashboard">{appTexts.backToDashboard}</Link>
    </nav>
  )
}
