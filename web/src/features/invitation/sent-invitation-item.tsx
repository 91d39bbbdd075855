import invitationDialogTexts from 'texts:invitation-dialogs'
import { cancelInvitation, resendInvitation, type SentInvitation } from '@grouplight/contract/invitation.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { localDay } from '#texts/date-format.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import section from '#ui/section.module.css'
import { useCountdown } from '#ui/use-now.ts'
import { sentInvitationsQuery } from './invitation-queries.ts'
import classes from './inviting.module.css'

type SentInvitationItemProps = { groupId: string; invitation: SentInvitation; onCancelled: () => void }

export function SentInvitationItem({ groupId, invitation, onCancelled }: SentInvitationItemProps) {
  const { id, email, createdAt, resendAt } = invitation
  const emailId = useId()
  const queryClient = useQueryClient()
  const params = { groupId, invitationId: id }
  const replace = (by: SentInvitation[]) =>
    queryClient.setQueryData(sentInvitationsQuery(groupId).queryKey, cached =>
      cached?.flatMap(other => (other.id === id ? by : other)),
    )
  const resending = useMutation({
    mutationFn: () => call(resendInvitation, { params }),
    onSuccess: resent => replace([resent]),
  })
  const cancelling = useMutation({
    mutationFn: () => call(cancelInvitation, { params }),
    onSuccess: () => {
      replace([])
      onCancelled()
    },
  })
  const minutesLeft = useCountdown(resendAt === null ? null : Date.parse(resendAt), 60_000)
  const mayResend = minutesLeft === 0 && !resending.isPending

  return (
    <li className={section.row}>
      <div className={section.grow}>
        <bdi id={emailId}>{email}</bdi>
        <small className={section.muted}>
          <Phrase
            text={invitationDialogTexts.invitedOn}
            day={<time dateTime={createdAt}>{localDay(createdAt)}</time>}
          />
          {resending.isSuccess && <span role="status">{invitationDialogTexts.sentAgain}</span>}
          {minutesLeft > 0 && <span>{invitationDialogTexts.resendIn({ minutes: minutesLeft })}</span>}
        </small>
      </div>
      <Button
        variant="default"
        aria-describedby={emailId}
        pending={!mayResend}
        className={mayResend ? undefined : classes.resting}
        onClick={() => mayResend && resending.mutate()}
      >
        {invitationDialogTexts.resend}
      </Button>
      <Button
        variant="subtle"
        color="red"
        aria-describedby={emailId}
        pending={cancelling.isPending}
        onClick={() => cancelling.mutate()}
      >
        {invitationDialogTexts.cancel}
      </Button>
      {resending.isError && (
        <AlertText error={invitationDialogTexts.notResent({ why: problemText(resending.error) })} />
      )}
      {cancelling.isError && (
        <AlertText error={invitationDialogTexts.notCancelled({ why: problemText(cancelling.error) })} />
      )}
    </li>
  )
}
