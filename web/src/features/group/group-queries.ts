import { type Group, listGroups, readGroup } from '@grouplight/contract/group.ts'
import { type QueryClient, queryOptions, useMutationState, useQuery } from '@tanstack/react-query'
import { batchedRead } from '#api/batched-read.ts'
import { call, callTagged } from '#api/client.ts'
import { groupKey, groupsKey, learnGroup, taggedGroup } from './group-store.ts'
import { moment } from './known-group.ts'
import { nameOf } from './shown-member.ts'

/** The user's groups, newest first. The answer has at most 12 members of each group, and the user is the first of them. */
export const groupsQuery = queryOptions({
  queryKey: groupsKey,
  queryFn: async ({ client, signal }) => {
    const askedAt = moment()
    const groups = await batchedRead('groups', async () => (await call(listGroups, { signal })).groups)
    // The response to a cancelled request may be older than what is known, or belong to the previous user.
    signal.throwIfAborted()
    return learnGroups(client, groups, askedAt)
  },
})

/** One group with all its members. */
export function groupQuery(groupId: string) {
  return queryOptions({
    queryKey: groupKey(groupId),
    queryFn: async ({ client, signal }) => {
      const askedAt = moment()
      const known = taggedGroup(client, groupId)
      const { answer, etag } = await callTagged(readGroup, { params: { groupId }, signal }, known)
      return learnGroup(client, answer, { askedAt, isWhole: true, etag })
    },
  })
}

export function learnGroups(queryClient: QueryClient, groups: Group[], askedAt: number): Group[] {
  return groups.map(group => learnGroup(queryClient, group, { askedAt, isWhole: false }))
}

/** Renders the component again after each toggle in the group. */
export function useGroup(groupId: string): Group | undefined {
  return useQuery(groupQuery(groupId)).data
}

/** The ids and the names of a group's members. A component that uses this query is not rendered again after a toggle. */
export function memberNamesQuery(groupId: string) {
  return queryOptions({
    ...groupQuery(groupId),
    select: ({ members }) => members.map(member => ({ userId: member.userId, name: nameOf(member) })),
  })
}

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

/** Whether the creator is away, which only deputies ask. */
export function takeOverKey(groupId: string) {
  return ['take-over', groupId]
}
