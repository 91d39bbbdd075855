import { useMutationState } from '@tanstack/react-query'

/** Returns whether the user is deleting or leaving the group, or has just done so. Then it is no error if the group is not found. */
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
