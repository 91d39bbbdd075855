import { useMutationState } from '@tanstack/react-query'

/** True while the user is deleting or leaving the group, and just afterwards. In this time, a group that is not found is no error. */
export function useIsLeaving(groupId: string): boolean {
  const mutations = useMutationState({
    filters: { mutationKey: leavingKey(groupId) },
    select: ({ state }) => state.status,
  })
  return mutations.some(status => status === 'pending' || status === 'success')
}

export function leavingKey(groupId: string) {
  return ['leave-group', groupId]
}
