import groupDialogTexts from 'texts:group-dialogs'
import { removeMember } from '@grouplight/contract/group.ts'
import { useMutation } from '@tanstack/react-query'
import { call, problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { Phrase } from '#texts/phrase.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast.ts'
import { groupQuery } from './group-queries.ts'

type RemoveMemberDialogProps = {
  groupId: string
  member: { userId: string; name: string }
  opened: boolean
  onClose: () => void
}

export function RemoveMemberDialog({ groupId, member, opened, onClose }: RemoveMemberDialogProps) {
  const removing = useMutation({
    mutationFn: () => call(removeMember, { params: { groupId, userId: member.userId } }),
    onError: error => {
      // A member who was not found is no longer in the group, so there is nothing to report.
      if (problemCode(error) === 'member-not-found') return
      showToast('error', groupDialogTexts.notRemoved({ why: problemText(error) }))
    },
    onSettled: (_, __, ___, ____, { client }) => {
      onClose()
      void client.invalidateQueries(groupQuery(groupId))
    },
  })
  return (
    <ConfirmDialog
      opened={opened}
      title={groupDialogTexts.removeMember}
      message={<Phrase text={groupDialogTexts.removeQuestion} name={<bdi>{member.name}</bdi>} />}
      onCancel={onClose}
      onConfirm={() => removing.mutate()}
      busy={removing.isPending}
    />
  )
}
