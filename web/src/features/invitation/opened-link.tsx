import appTexts from 'texts:app'
import joinTexts from 'texts:join'
import { readInviteLink } from '@grouplight/contract/invite-link.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { call } from '#api/client.ts'
import { sessionQuery } from '#features/account/account-queries.ts'
import { arrivingIn, isOfEmail, keepLink, useOpenedLinks } from '#features/account/opened-links.ts'
import { Phrase } from '#texts/phrase.tsx'
import classes from './opened-link.module.css'

/** What the page of an invite link or of an invitation email may show. */
export function openedLinkQuery(code: string, userId: string | undefined) {
  return queryOptions({
    queryKey: ['invite-link', code, userId],
    queryFn: ({ signal }) => call(readInviteLink, { body: { code }, signal }),
    gcTime: 0,
  })
}

type Arriving = {
  email: string | undefined
  /** The email's invitation. Null if there is none, undefined while it is loading. */
  invitation: Invitation | null | undefined
  isDead: boolean
}

type Invitation = { inviter: string; groupName: string }

/** What a page for guests knows about who opens it. Removes codes and addresses from the address of the page. */
export function useArriving(): Arriving {
  const { hash, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [known, setKnown] = useState<string | undefined>(state?.email)
  const newest = useOpenedLinks().at(-1)?.code
  const { code, email } = arrivingIn(hash)
  useEffect(() => {
    if (code) keepLink(code, false)
    if (email) setKnown(email)
    if (code || email) void navigate({ pathname, search }, { replace: true, state })
  }, [code, email, pathname, search, state, navigate])

  const shown = code ?? newest ?? ''
  const isInvited = isOfEmail(shown)
  const { data, isPending, isError } = useQuery({ ...openedLinkQuery(shown, undefined), enabled: isInvited })
  return {
    email: email ?? known ?? data?.email ?? undefined,
    invitation: isInvited ? (isPending ? undefined : (data ?? null)) : null,
    isDead: isInvited && isError,
  }
}

export function InvitationTitle({ inviter, groupName }: Invitation) {
  return (
    <Phrase
      text={joinTexts.title}
      inviter={<bdi>{inviter || appTexts.someone}</bdi>}
      group={<bdi>{groupName}</bdi>}
    />
  )
}

/** Who invites to which group, above every screen until the user is a member. Shows the link that was opened last. */
export function OpenedLinkStrip() {
  const { data: account, isPending } = useQuery(sessionQuery)
  const code = useOpenedLinks().at(-1)?.code ?? ''
  const { data } = useQuery({ ...openedLinkQuery(code, account?.uid), enabled: !isPending })
  if (!data || data.groupId) return null
  return (
    <aside className={classes.strip} aria-label={joinTexts.deadLink}>
      <Link to="/join" className={classes.link}>
        <span className={classes.lamp} aria-hidden="true" />
        <span className={classes.names}>
          <bdi>{data.inviter || appTexts.someone}</bdi> · <bdi>{data.groupName}</bdi>
        </span>
      </Link>
    </aside>
  )
}
