import { useState } from 'react'
import { invitationTexts } from '#texts/invitation/invitation-texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import type { CreatedLink } from './created-link-field.tsx'
import { emptyDraft } from './invite-draft.ts'
import { InviteForm } from './invite-form.tsx'
import { InviteLinksSection } from './invite-links-section.tsx'
import { JoinRequests } from './join-requests.tsx'
import { PendingInvitations } from './pending-invitations.tsx'

type InviteDialogProps = { groupId: string; opened: boolean; onClose: () => void }

/** The draft and a new link are kept while the dialog is closed. */
export function InviteDialog({ groupId, opened, onClose }: InviteDialogProps) {
  const [draft, setDraft] = useState(emptyDraft)
  const [made, setMade] = useState<CreatedLink>()
  return (
    <Dialog opened={opened} title={invitationTexts.title} onClose={onClose} size={540}>
      <JoinRequests groupId={groupId} />
      <InviteForm groupId={groupId} draft={draft} onChange={setDraft} />
      <InviteLinksSection groupId={groupId} made={made} onMade={setMade} />
      <PendingInvitations groupId={groupId} />
    </Dialog>
  )
}
