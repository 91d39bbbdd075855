import type { Mutation, QueryClient } from '@tanstack/react-query'
import type { TappedChange } from './change.ts'

/** The key of the mutations that set the availability in the groups `groupIds` of their variables, or else in all groups. */
export const changesInGroups = ['availability in groups']

/** The key of the mutations that set the availability in this group alone. Their variables are a `TappedChange`. */
export function changesOf(groupId: string) {
  return ['availability', groupId]
}

/** Returns whether no later change of this group is pending, and none in several groups that include it was accepted. */
export function isLatest(queryClient: QueryClient, groupId: string, change: TappedChange): boolean {
  const last = pendingChange(queryClient, groupId)
  return last?.state.variables === change && !isReplaced(queryClient, groupId, last)
}

/** Returns whether the server has accepted a change in several groups that is later than `change` and includes this group. */
export function isReplaced(queryClient: QueryClient, groupId: string, change: Mutation): boolean {
  return laterInGroups(queryClient, groupId, change).some(({ state }) => state.status === 'success')
}

/** Returns whether the latest pending change of this group alone is followed by a pending change in several groups, including it. */
export function mayBeReplaced(queryClient: QueryClient, groupId: string): boolean {
  const last = pendingChange(queryClient, groupId)
  return !!last && laterInGroups(queryClient, groupId, last).some(({ state }) => state.status === 'pending')
}

function pendingChange(queryClient: QueryClient, groupId: string): Mutation | undefined {
  const filters = { mutationKey: changesOf(groupId), status: 'pending' } as const
  return queryClient.getMutationCache().findAll(filters).at(-1)
}

function laterInGroups(queryClient: QueryClient, groupId: string, change: Mutation): Mutation[] {
  return queryClient.getMutationCache().findAll({
    mutationKey: changesInGroups,
    predicate: ({ mutationId, state }) => {
      const { groupIds } = (state.variables ?? {}) as { groupIds?: string[] }
      return mutationId > change.mutationId && (groupIds?.includes(groupId) ?? true)
    },
  })
}
