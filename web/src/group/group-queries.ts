import { type Group, listGroups, readGroup } from '@grouplight/contract/group.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { readTogether } from '#api/read-together.ts'
import { nameOf } from './name-of.ts'
import { caughtUp } from './recent-toggles.ts'

/** My groups, newest first, each with its first 12 members. */
export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: async ({ signal }) => {
    const groups = await readTogether('groups', async () => (await call(listGroups, { signal })).groups)
    return groups.map(caughtUp)
  },
})

/** One group with all its members. */
export function groupQuery(groupId: string) {
  return queryOptions({
    queryKey: ['group', groupId],
    queryFn: async ({ signal }) => caughtUp(await call(readGroup, { params: { groupId }, signal })),
  })
}

/** The members of one group by name, however they toggle. */
export function memberNamesQuery(groupId: string) {
  return queryOptions({
    ...groupQuery(groupId),
    select: ({ members }) => members.map(member => ({ userId: member.userId, name: nameOf(member) })),
  })
}

/** Changes a group wherever it is cached; `change` gives back the same object for "as it was". */
export function patchGroup(queryClient: QueryClient, groupId: string, change: (group: Group) => Group): void {
  patch<Group>(queryClient, groupQuery(groupId).queryKey, change)
  patch<Group[]>(queryClient, groupsQuery.queryKey, groups => {
    const patched = groups.map(group => (group.id === groupId ? change(group) : group))
    return patched.some((group, at) => group !== groups[at]) ? patched : groups
  })
}

/** Puts a group that I have just created at the head of the list. */
export function addGroup(queryClient: QueryClient, group: Group): void {
  patch<Group[]>(queryClient, groupsQuery.queryKey, groups => [group, ...without(groups, group.id)])
}

/** Puts the answer to a change in the place of what is cached, unless that is newer. */
export function replaceGroup(queryClient: QueryClient, group: Group): void {
  patchGroup(queryClient, group.id, held => (held.version > group.version ? held : group))
}

/** Takes a group that I have left off the list. */
export function removeGroup(queryClient: QueryClient, groupId: string): void {
  patch<Group[]>(queryClient, groupsQuery.queryKey, groups => without(groups, groupId))
}

function without(groups: Group[], groupId: string) {
  return groups.filter(group => group.id !== groupId)
}

function patch<Data>(queryClient: QueryClient, queryKey: readonly unknown[], change: (data: Data) => Data) {
  const state = queryClient.getQueryState<Data>(queryKey)
  if (state?.data === undefined) return
  const data = change(state.data)
  if (data === state.data) return
  queryClient.setQueryData(queryKey, data)
  // Writing counts as fetching for the query; a patch does not answer for what else was to be read again.
  if (state.isInvalidated) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}
