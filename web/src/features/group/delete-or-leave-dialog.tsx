import groupTexts from 'texts:group'
import groupDialogTexts from 'texts:group-dialogs'
import { deleteGroup, leaveGroup } from '@grouplight/contract/group.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast.ts'
import { groupQuery, leavingKey } from './group-queries.ts'
import { removeGroup } from './group-store.ts'

const actions = {
  delete: {
    endpoint: deleteGroup,
    title: groupTexts.delete,
    question: groupDialogTexts.deleteQuestion,
    failure: groupDialogTexts.notDeleted,
  },
  leave: {
    endpoint: leaveGroup,
    title: groupTexts.leave,
    question: groupDialogTexts.leaveQuestion,
    failure: groupDialogTexts.notLeft,
  },
}

type DeleteOrLeaveDialogProps = {
  groupId: string
  action: keyof typeof actions
  opened: boolean
  onClose: () => void
}

/** The creator can only delete the group. Other members can only leave it. */
export function DeleteOrLeaveDialog({ groupId, action, opened, onClose }: DeleteOrLeaveDialogProps) {
  const { endpoint, title, question, failure } = actions[action]
  const navigate = useNavigate()
  const client = useQueryClient()
  const removal = useMutation({
    mutationKey: leavingKey(groupId),
    mutationFn: () => call(endpoint, { params: { groupId } }),
    onSuccess: () => {
      removeGroup(client, groupId)
      void navigate('/dashboard')
    },
    onError: error => showToast('error', failure({ why: problemText(error) })),
    onSettled: onClose,
    gcTime: 0,
  })
  const isRemoved = removal.isSuccess
  useEffect(() => {
    // The page still shows the cached group. So the cache loses the group only when the page and this dialog are unmounted.
    if (isRemoved) return () => client.removeQueries(groupQuery(groupId))
  }, [isRemoved, client, groupId])
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      message={question}
      onCancel={onClose}
      onConfirm={() => removal.mutate()}
      busy={removal.isPending}
    />
  )
}
