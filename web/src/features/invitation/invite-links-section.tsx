import invitationDialogTexts from 'texts:invitation-dialogs'
import { type InviteLink, revokeInviteLink } from '@grouplight/contract/invite-link.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { dateFormat, localDay } from '#texts/date-format.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import section from '#ui/section.module.css'
import { useLostFocus } from '#ui/use-lost-focus.ts'
import { useNow } from '#ui/use-now.ts'
import { type CreatedLink, CreatedLinkField } from './created-link-field.tsx'
import { inviteLinksQuery } from './invite-link-queries.ts'
import classes from './invite-links.module.css'
import { MakeLinkForm } from './make-link-form.tsx'

type InviteLinksSectionProps = {
  groupId: string
  made: CreatedLink | undefined
  onMade: (made: CreatedLink) => void
}

export function InviteLinksSection({ groupId, made, onMade }: InviteLinksSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [madeBefore] = useState(made)
  const onFocus = useLostFocus(heading)
  const now = useNow()
  const { data: links, isError } = useQuery(inviteLinksQuery(groupId))
  const open = links?.filter(({ expiresAt }) => Date.parse(expiresAt) > now) ?? []
  const shown = open.some(({ id }) => id === made?.link.id) ? made : undefined
  return (
    <section className={classes.section} aria-labelledby="by-link" onFocus={onFocus}>
      <h3 id="by-link" ref={heading} tabIndex={-1}>
        {invitationDialogTexts.byLink}
      </h3>
      <p className={classes.hint}>{invitationDialogTexts.byLinkHint}</p>
      <MakeLinkForm groupId={groupId} onMade={onMade} />
      {shown && (
        <CreatedLinkField
          key={shown.link.id}
          groupId={groupId}
          address={shown.address}
          isNew={shown !== madeBefore}
        />
      )}
      {!links && isError && <AlertText error={invitationDialogTexts.linksNotLoaded} />}
      {open.length > 0 && (
        <ul className={`${section.list} ${classes.list}`} aria-label={invitationDialogTexts.links}>
          {open.map(link => (
            <InviteLinkItem key={link.id} groupId={groupId} link={link} />
          ))}
        </ul>
      )}
    </section>
  )
}

const formatMoment = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })

function InviteLinkItem({ groupId, link }: { groupId: string; link: InviteLink }) {
  const { id: linkId, createdAt, expiresAt, uses, maxUses, needsApproval } = link
  const id = useId()
  const revoking = useMutation({
    mutationFn: () => call(revokeInviteLink, { params: { groupId, linkId } }),
    onSuccess: (_, __, ___, { client }) =>
      client.setQueryData(inviteLinksQuery(groupId).queryKey, cached =>
        cached?.filter(other => other.id !== linkId),
      ),
  })
  return (
    <li className={section.item}>
      <div id={id} className={`${section.grow} ${classes.about}`}>
        <span className={classes.label}>
          <Phrase
            text={invitationDialogTexts.endsAt}
            when={<time dateTime={expiresAt}>{formatMoment(new Date(expiresAt))}</time>}
          />
        </span>
        <small className={section.muted}>
          <Phrase
            text={invitationDialogTexts.madeOn}
            day={<time dateTime={createdAt}>{localDay(createdAt)}</time>}
          />
          {` · ${invitationDialogTexts.used({ uses, most: maxUses })}`}
          {needsApproval && ` · ${invitationDialogTexts.youLetIn}`}
        </small>
      </div>
      <Button
        variant="subtle"
        color="red"
        aria-describedby={id}
        pending={revoking.isPending}
        onClick={() => revoking.mutate()}
      >
        {invitationDialogTexts.revoke}
      </Button>
      {revoking.isError && (
        <AlertText error={invitationDialogTexts.notRevoked({ why: problemText(revoking.error) })} />
      )}
    </li>
  )
}
