import { deleteGroup, leaveGroup } from '@grouplight/contract/group.ts'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { t } from '#texts/texts.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { LeaveIcon, TrashIcon } from '#ui/icons.tsx'
import { showToast } from '#ui/toast.ts'
import { removeGroup } from './group-cache.ts'
import { groupQuery } from './group-queries.ts'

const actions = {
  delete: {
    endpoint: deleteGroup,
    title: t.group.delete,
    question: t.group.deleteQuestion,
    failure: t.group.notDeleted,
    Icon: TrashIcon,
  },
  leave: {
    endpoint: leaveGroup,
    title: t.group.leave,
    question: t.group.leaveQuestion,
    failure: t.group.notLeft,
    Icon: LeaveIcon,
  },
}

/** After a confirmation, deletes or leaves the group. The creator can only delete it, and other members can only leave it. */
export function DeleteOrLeaveButton({ groupId, action }: { groupId: string; action: keyof typeof actions }) {
  const { endpoint, title, question, failure, Icon } = actions[action]
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()
  const leaving = useMutation({
    mutationKey: leavingKey(groupId),
    mutationFn: () => call(endpoint, { params: { groupId } }),
    onSuccess: () => {
      removeGroup(client, groupId)
      void navigate('/dashboard')
    },
    onError: error => showToast('error', failure(problemText(error))),
    onSettled: () => setAsking(false),
    gcTime: 0,
  })
  const hasLeft = leaving.isSuccess
  useEffect(() => {
    // The group page's copy is removed from the cache only when the page no longer shows it.
    if (hasLeft) return () => client.removeQueries(groupQuery(groupId))
  }, [hasLeft, client, groupId])
  return (
    <>
      <Button variant="subtle" color="red" icon={<Icon size={20} />} onClick={() => setAsking(true)}>
        {title}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={title}
        message={question}
        onCancel={() => setAsking(false)}
        onConfirm={() => leaving.mutate()}
        busy={leaving.isPending}
      />
    </>
  )
}

/** Returns whether the user is deleting or leaving the group, or has just done so. A missing group is then no error. */
export function useIsLeaving(groupId: string): boolean {
  const mutations = useMutationState({
    filters: { mutationKey: leavingKey(groupId) },
    select: ({ state }) => state.status,
  })
  return mutations.some(status => status === 'pending' || status === 'success')
}

function leavingKey(groupId: string) {
  return ['leave-group', groupId]
}
