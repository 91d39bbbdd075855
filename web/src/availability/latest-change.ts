import type { Mutation, QueryClient } from '@tanstack/react-query'
import type { TappedChange } from './change.ts'

/** The key of the mutations that set the availability in several groups. Without `groupIds`, a mutation applies to all groups. */
export const changesInGroupsKey = ['availability in groups']

/** The key of the mutations that set the availability in one group. Their variables are a `TappedChange`. */
export function changesKey(groupId: string) {
  return ['availability', groupId]
}

/** Returns false if a later change of the group is pending, or if a later change in several groups has replaced `change`. */
export function isLatest(queryClient: QueryClient, groupId: string, change: TappedChange): boolean {
  const last = pendingChange(queryClient, groupId)
  return last?.state.variables === change && !isReplaced(queryClient, groupId, last)
}

/** Returns whether the server has accepted a later change in several groups that include this group. */
export function isReplaced(queryClient: QueryClient, groupId: string, change: Mutation): boolean {
  return laterInGroups(queryClient, groupId, change).some(({ state }) => state.status === 'success')
}

/** Returns whether a pending change in several groups is later than the group's latest pending change. */
export function mayBeReplaced(queryClient: QueryClient, groupId: string): boolean {
  const last = pendingChange(queryClient, groupId)
  return !!last && laterInGroups(queryClient, groupId, last).some(({ state }) => state.status === 'pending')
}

function pendingChange(queryClient: QueryClient, groupId: string): Mutation | undefined {
  const filters = { mutationKey: changesKey(groupId), status: 'pending' } as const
  return queryClient.getMutationCache().findAll(filters).at(-1)
}

function laterInGroups(queryClient: QueryClient, groupId: string, change: Mutation): Mutation[] {
  return queryClient.getMutationCache().findAll({
    mutationKey: changesInGroupsKey,
    predicate: ({ mutationId, state }) => {
      const { groupIds } = (state.variables ?? {}) as { groupIds?: string[] }
      return mutationId > change.mutationId && (groupIds?.includes(groupId) ?? true)
    },
  })
}
