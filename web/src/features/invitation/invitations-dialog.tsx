import appTexts from 'texts:app'
import invitationDialogTexts from 'texts:invitation-dialogs'
import type { ReceivedInvitation } from '@grouplight/contract/invitation.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { welcome } from '#features/availability/welcome.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EnvelopeIcon } from '#ui/icons.tsx'
import { BlockInviterButton } from './block-inviter-button.tsx'
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
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { data: invitations, isFetching, refetch } = useQuery(receivedInvitationsQuery)
  const area = useRef<HTMLDivElement>(null)
  const [declined, setDeclined] = useState<ReceivedInvitation>()

  /** `groupId` is null if the creator of the group must still let the user in. */
  function onAccepted(groupId: string | null, isLast: boolean) {
    if (groupId !== null) welcome(queryClient, groupId)
    if (!isLast) return area.current?.focus()
    onClose()
    if (groupId !== null) void navigate(`/groups/${groupId}`)
  }

  return (
    // The pressed button disappears with the answered invitation, so the focus moves to this element.
    <div ref={area} tabIndex={-1} data-autofocus className={classes.area}>
      {invitations ? (
        <>
          {declined?.invitedBy && (
            <Declined key={declined.id} invitation={declined} onBlocked={() => setDeclined(undefined)} />
          )}
          {invitations.length === 0 && <NoInvitations />}
          <ul className={classes.list}>
            {invitations.map(invitation => (
              <ReceivedInvitationItem
                key={invitation.id}
                invitation={invitation}
                onAccepted={onAccepted}
                onDeclined={() => {
                  setDeclined(invitation)
                  area.current?.focus()
                }}
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

/** Says what has been declined, and lets the user block further invitations of the inviter. */
function Declined({ invitation, onBlocked }: { invitation: ReceivedInvitation; onBlocked: () => void }) {
  const { id, groupName, invitedByName } = invitation
  return (
    <div className={classes.declined}>
      <p role="status">
        <Phrase text={invitationDialogTexts.declined} group={<bdi>{groupName}</bdi>} />
      </p>
      <BlockInviterButton
        invitationId={id}
        inviter={invitedByName || appTexts.someone}
        onBlocked={onBlocked}
      />
    </div>
  )
}

function NoInvitations() {
  return (
    <EmptyState picture={<EnvelopeIcon size={44} strokeWidth={1.2} />} title={invitationDialogTexts.none}>
      <p>{invitationDialogTexts.noneYet}</p>
    </EmptyState>
  )
}
