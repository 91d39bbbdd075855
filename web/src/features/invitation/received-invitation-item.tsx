import appTexts from 'texts:app'
import invitationDialogTexts from 'texts:invitation-dialogs'
import joinTexts from 'texts:join'
import {
  acceptInvitation,
  declineInvitation,
  type ReceivedInvitation,
} from '@grouplight/contract/invitation.ts'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '#api/client.ts'
import { groupsQuery } from '#features/group/group-queries.ts'
import { localDay } from '#texts/date-format.ts'
import { Phrase } from '#texts/phrase.tsx'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast.ts'
import { receivedInvitationsQuery } from './invitation-queries.ts'
import classes from './received-invitations.module.css'

type ReceivedInvitationItemProps = {
  invitation: ReceivedInvitation
  /** `isLast` is true if no other invitation is pending. */
  onAccepted: (groupId: string | null, isLast: boolean) => void
  onDeclined: () => void
}

const failures = { accepted: invitationDialogTexts.notAccepted, declined: invitationDialogTexts.notDeclined }
type Answer = keyof typeof failures

export function ReceivedInvitationItem({ invitation, onAccepted, onDeclined }: ReceivedInvitationItemProps) {
  const { id, groupName, invitedByName, message, createdAt } = invitation
  const nameId = useId()
  const params = { invitationId: id }
  const answering = useMutation({
    mutationFn: async (answer: Answer) => {
      if (answer === 'accepted') return (await call(acceptInvitation, { params })).groupId
      await call(declineInvitation, { params })
    },
    onSuccess: (groupId, answer, __, { client }) => {
      const { queryKey } = receivedInvitationsQuery
      const others = client.setQueryData(queryKey, cached => cached?.filter(other => other.id !== id))
      // Null means that the invitation was made by an invite link that needs approval. Then the creator must still decide.
      if (groupId === null) showToast('info', joinTexts.asked)
      if (answer === 'accepted') void client.invalidateQueries(groupsQuery)
      if (groupId === undefined) onDeclined()
      else onAccepted(groupId, others?.length === 0)
    },
    onError: (_, answer, __, { client }) => {
      showToast('error', failures[answer])
      void client.invalidateQueries(receivedInvitationsQuery)
    },
  })
  const submit = (answer: Answer) => !answering.isPending && answering.mutate(answer)

  return (
    <li className={classes.item}>
      <h3 id={nameId} className={classes.name}>
        <bdi>{groupName}</bdi>
      </h3>
      <p className={classes.muted}>
        <span>
          <Phrase
            text={invitationDialogTexts.invitedBy}
            name={<bdi>{invitedByName || appTexts.someone}</bdi>}
          />
        </span>
        <time dateTime={createdAt}>{invitationDialogTexts.sentOn({ day: localDay(createdAt) })}</time>
      </p>
      {message && (
        <blockquote className={classes.message} dir="auto">
          {invitationDialogTexts.quoted({ message })}
        </blockquote>
      )}
      <div className={classes.choices}>
        <Button
          variant="default"
          aria-describedby={nameId}
          pending={answering.isPending}
          onClick={() => submit('declined')}
        >
          {invitationDialogTexts.decline}
        </Button>
        <Button aria-describedby={nameId} pending={answering.isPending} onClick={() => submit('accepted')}>
          {invitationDialogTexts.accept}
        </Button>
      </div>
    </li>
  )
}
