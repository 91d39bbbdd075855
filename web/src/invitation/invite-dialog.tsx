import { useState } from 'react'
import { invitationTexts } from '#texts/invitation/invitation-texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { emptyDraft } from './invite-draft.ts'
import { InviteForm } from './invite-form.tsx'
import { PendingInvitations } from './pending-invitations.tsx'

type InviteDialogProps = { groupId: string; opened: boolean; onClose: () => void }

/** Invites people to the group, and shows the pending invitations. The draft is kept while the dialog is closed. */
export function InviteDialog({ groupId, opened, onClose }: InviteDialogProps) {
  const [draft, setDraft] = useState(emptyDraft)
  return (
    <Dialog opened={opened} title={invitationTexts.title} onClose={onClose} size={540}>
      <InviteForm groupId={groupId} draft={draft} onChange={setDraft} />
      <PendingInvitations groupId={groupId} />
    </Dialog>
  )
}
