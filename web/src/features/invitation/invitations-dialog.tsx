import appTexts from 'texts:app'
import invitationDialogTexts from 'texts:invitation-dialogs'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import emptyList from '#ui/empty-list.module.css'
import { EnvelopeIcon } from '#ui/icons.tsx'
import { receivedInvitationsQuery } from './invitation-queries.ts'
import { ReceivedInvitationItem } from './received-invitation-item.tsx'
import classes from './received-invitations.module.css'

export function InvitationsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} title={invitationDialogTexts.received} onClose={onClose}>
      <Invitations onClose={onClose} />
    </Dialog>
  )
}

function Invitations({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { data: invitations, isFetching, refetch } = useQuery(receivedInvitationsQuery)
  const area = useRef<HTMLDivElement>(null)

  /** `groupId` is null if the creator of the group must still let the user in. */
  function closeAfterLast(groupId: string | null) {
    onClose()
    if (groupId !== null) void navigate(`/groups/${groupId}`)
  }

  return (
    // The pressed button disappears with the answered invitation, so the focus moves to this element.
    <div ref={area} tabIndex={-1} data-autofocus className={classes.area}>
      {invitations ? (
        <>
          {invitations.length === 0 && <NoInvitations />}
          <ul className={classes.list}>
            {invitations.map(invitation => (
              <ReceivedInvitationItem
                key={invitation.id}
                invitation={invitation}
                onAnswered={() => area.current?.focus()}
                onLastAccepted={closeAfterLast}
              />
            ))}
          </ul>
        </>
      ) : isFetching ? (
        <p role="status" className={classes.muted}>
          {invitationDialogTexts.loading}
        </p>
      ) : (
        <div className={classes.failure}>
          <AlertText error={invitationDialogTexts.notLoaded} />
          <Button variant="default" onClick={() => refetch()}>
            {appTexts.tryAgain}
          </Button>
        </div>
      )}
    </div>
  )
}

function NoInvitations() {
  return (
    <div className={`${emptyList.empty} ${classes.empty}`}>
      <EnvelopeIcon size={44} strokeWidth={1.2} />
      <p className={emptyList.title}>{invitationDialogTexts.none}</p>
      <p className={classes.muted}>{invitationDialogTexts.noneYet}</p>
    </div>
  )
}
