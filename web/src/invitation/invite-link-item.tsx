import { type InviteLink, revokeInviteLink } from '@grouplight/contract/invite-link.ts'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { dateFormat } from '#texts/date-format.ts'
import { invitationTexts } from '#texts/invitation/invitation-texts.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import section from '#ui/section.module.css'
import { formatDay } from './format-day.ts'
import { inviteLinksQuery } from './invite-link-queries.ts'
import classes from './invite-links.module.css'

const formatMoment = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })

export function InviteLinkItem({ groupId, link }: { groupId: string; link: InviteLink }) {
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
            text={invitationTexts.endsAt}
            when={<time dateTime={expiresAt}>{formatMoment(new Date(expiresAt))}</time>}
          />
        </span>
        <small className={section.muted}>
          <Phrase
            text={invitationTexts.madeOn}
            day={<time dateTime={createdAt}>{formatDay(createdAt)}</time>}
          />
          {` · ${invitationTexts.used(uses, maxUses)}`}
          {needsApproval && ` · ${invitationTexts.youLetIn}`}
        </small>
      </div>
      <Button
        variant="subtle"
        color="red"
        aria-describedby={id}
        pending={revoking.isPending}
        onClick={() => revoking.mutate()}
      >
        {invitationTexts.revoke}
      </Button>
      {revoking.isError && <AlertText error={invitationTexts.notRevoked(problemText(revoking.error))} />}
    </li>
  )
}
