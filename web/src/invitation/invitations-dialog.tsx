import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EnvelopeIcon } from '#ui/icons.tsx'
import { NoticeText } from '#ui/notice.tsx'
import { receivedInvitationsQuery } from './invitation-queries.ts'
import classes from './invitations-dialog.module.css'
import { ReceivedInvitationItem } from './received-invitation-item.tsx'

/** The pending invitations to my address, each to be accepted or declined. */
export function InvitationsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} title="Group Invitations" onClose={onClose}>
      <Invitations />
    </Dialog>
  )
}

function Invitations() {
  const { data: invitations, isFetching, refetch } = useQuery(receivedInvitationsQuery)
  const area = useRef<HTMLDivElement>(null)
  return (
    // The answered invitation goes, and its button with it: the focus stays in its place.
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
              />
            ))}
          </ul>
        </>
      ) : isFetching ? (
        <p role="status" className={classes.soft}>
          Loading invitations...
        </p>
      ) : (
        <div className={classes.failure}>
          <NoticeText error="Error loading invitations" />
          <Button variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}

function NoInvitations() {
  return (
    <div className={classes.empty}>
      <EnvelopeIcon size={44} strokeWidth={1.2} />
      <p className={classes.none}>No pending invitations</p>
      <p className={classes.soft}>When someone invites you to a group, it will appear here.</p>
    </div>
  )
}
