import { deleteGroup, leaveGroup } from '@grouplight/contract/group.ts'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { LeaveIcon, TrashIcon } from '#ui/icons.tsx'
import { showToast } from '#ui/toast.ts'
import { groupQuery, removeGroup } from './group-queries.ts'

const ways = {
  delete: {
    endpoint: deleteGroup,
    title: 'Delete Group',
    question: 'Are you sure you want to delete this group? This action cannot be undone.',
    failure: 'Error deleting group: ',
    Icon: TrashIcon,
  },
  leave: {
    endpoint: leaveGroup,
    title: 'Leave Group',
    question: 'Are you sure you want to leave this group?',
    failure: 'Error leaving group: ',
    Icon: LeaveIcon,
  },
}

/** The way out of a group, after one more question: the creator deletes it, everybody else leaves it. */
export function DepartButton({ groupId, by }: { groupId: string; by: keyof typeof ways }) {
  const { endpoint, title, question, failure, Icon } = ways[by]
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const departure = useMutation({
    mutationKey: departureKey(groupId),
    mutationFn: () => call(endpoint, { params: { groupId } }),
    onSuccess: async (_answer, _, __, { client }) => {
      removeGroup(client, groupId)
      await navigate('/dashboard')
      client.removeQueries(groupQuery(groupId))
    },
    onError: error => showToast('error', failure + problemText(error)),
    onSettled: () => setAsking(false),
  })
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
  return useIsMutating({ mutationKey: departureKey(groupId) }) > 0
}

function departureKey(groupId: string) {
  return ['departure', groupId]
}
