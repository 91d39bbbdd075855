import invitationDialogTexts from 'texts:invitation-dialogs'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AlertText } from '#ui/alert.tsx'
import { Dialog } from '#ui/dialog.tsx'
import section from '#ui/section.module.css'
import { sentInvitationsQuery } from './invitation-queries.ts'
import { emptyDraft } from './invite-draft.ts'
import { InviteForm } from './invite-form.tsx'
import { usualChoices } from './invite-link-buttons.tsx'
import { InviteLinksSection } from './invite-links-section.tsx'
import classes from './inviting.module.css'
import { JoinRequests } from './join-requests.tsx'
import { SentInvitationItem } from './sent-invitation-item.tsx'

type InviteDialogProps = { groupId: string; opened: boolean; onClose: () => void }

/** The draft and the choices for the next link are kept while the dialog is closed. */
export function InviteDialog({ groupId, opened, onClose }: InviteDialogProps) {
  const [draft, setDraft] = useState(emptyDraft)
  const [choices, setChoices] = useState(usualChoices)
  return (
    <Dialog opened={opened} title={invitationDialogTexts.title} onClose={onClose} size={540}>
      <JoinRequests groupId={groupId} />
      <InviteLinksSection groupId={groupId} choices={choices} onChange={setChoices} />
      <InviteForm groupId={groupId} draft={draft} onChange={setDraft} />
      <PendingInvitations groupId={groupId} />
    </Dialog>
  )
}

function PendingInvitations({ groupId }: { groupId: string }) {
  const { data: invitations, isError } = useQuery(sentInvitationsQuery(groupId))
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className={classes.pending} aria-labelledby="pending-invites">
      <h3 id="pending-invites" ref={heading} tabIndex={-1}>
        {invitationDialogTexts.pendingTitle}
      </h3>
      {!invitations && isError && <AlertText error={invitationDialogTexts.notLoaded} />}
      {invitations?.length === 0 && <p className={section.muted}>{invitationDialogTexts.nonePending}</p>}
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
