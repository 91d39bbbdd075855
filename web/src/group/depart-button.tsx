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
import { groupQuery, removeGroup } from './group-queries.ts'

const ways = {
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

/** The way out of a group, after one more question: the creator deletes it, everybody else leaves it. */
export function DepartButton({ groupId, by }: { groupId: string; by: keyof typeof ways }) {
  const { endpoint, title, question, failure, Icon } = ways[by]
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()
  const departure = useMutation({
    mutationKey: departureKey(groupId),
    mutationFn: () => call(endpoint, { params: { groupId } }),
    onSuccess: () => {
      removeGroup(client, groupId)
      void navigate('/dashboard')
    },
    onError: error => showToast('error', failure(problemText(error))),
    onSettled: () => setAsking(false),
    gcTime: 0,
  })
  const hasLeft = departure.isSuccess
  useEffect(() => {
    // Forgotten only when nothing shows it any more.
    if (hasLeft) return () => client.removeQueries(groupQuery(groupId))
  }, [hasLeft, client, groupId])
  return (
    <>
      <Button variant="subtle" color="red" leftSection={<Icon size={20} />} onClick={() => setAsking(true)}>
        {title}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={title}
        message={question}
        onCancel={() => setAsking(false)}
        onConfirm={() => departure.mutate()}
        busy={departure.isPending}
      />
    </>
  )
}

/** Whether I am on my way out: then the group's being gone is no news. */
export function useIsDeparting(groupId: string): boolean {
  const departures = useMutationState({
    filters: { mutationKey: departureKey(groupId) },
    select: ({ state }) => state.status,
  })
  return departures.some(status => status === 'pending' || status === 'success')
}

function departureKey(groupId: string) {
  return ['departure', groupId]
}
