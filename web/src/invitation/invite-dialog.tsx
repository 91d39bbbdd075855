import { Dialog } from '#ui/dialog.tsx'
import { InviteForm } from './invite-form.tsx'
import { PendingInvites } from './pending-invites.tsx'
import { useInviteForm } from './use-invite-form.ts'

type InviteDialogProps = { groupId: string; opened: boolean; onClose: () => void }

/** Invites people by e-mail. What is being written outlives a closed dialog. */
export function InviteDialog({ groupId, opened, onClose }: InviteDialogProps) {
  const form = useInviteForm()
  return (
    <Dialog opened={opened} title="Invite Members" onClose={onClose} size={540}>
      <InviteForm groupId={groupId} form={form} />
      <PendingInvites groupId={groupId} />
    </Dialog>
  )
}
