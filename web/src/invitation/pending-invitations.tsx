import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { invitationTexts } from '#texts/invitation/invitation-texts.ts'
import { AlertText } from '#ui/alert.tsx'
import section from '#ui/section.module.css'
import { sentInvitationsQuery } from './invitation-queries.ts'
import classes from './invite-dialog.module.css'
import { SentInvitationItem } from './sent-invitation-item.tsx'

export function PendingInvitations({ groupId }: { groupId: string }) {
  const { data: invitations, isError } = useQuery(sentInvitationsQuery(groupId))
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className={classes.pending} aria-labelledby="pending-invites">
      <h3 id="pending-invites" ref={heading} tabIndex={-1}>
        {invitationTexts.pendingTitle}
      </h3>
      {!invitations && isError && <AlertText error={invitationTexts.notLoaded} />}
      {invitations?.length === 0 && <p className={section.muted}>{invitationTexts.nonePending}</p>}
      <ul className={section.list}>
        {invitations?.map(invitation => (
          <SentInvitationItem
            key={invitation.id}
            groupId={groupId}
            invitation={invitation}
            onCancelled={() => heading.current?.focus()}
          />
        ))}
      </ul>
    </section>
  )
}
