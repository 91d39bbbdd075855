import { listGroups, readGroup } from '@grouplight/contract/group.ts'
import { queryOptions } from '@tanstack/react-query'
import { batchedRead } from '#api/batched-read.ts'
import { call } from '#api/client.ts'
import { groupKey, groupsKey, withRecentUpdates } from './group-cache.ts'
import { nameOf } from './name-of.ts'

/** The user's groups, newest first. The answer has at most 12 members of each group, and the user is the first of them. */
export const groupsQuery = queryOptions({
  queryKey: groupsKey,
  queryFn: async ({ signal }) => {
    const groups = await batchedRead('groups', async () => (await call(listGroups, { signal })).groups)
    return groups.map(withRecentUpdates)
  },
})

/** One group with all its members. */
export function groupQuery(groupId: string) {
  return queryOptions({
    queryKey: groupKey(groupId),
    queryFn: async ({ signal }) => withRecentUpdates(await call(readGroup, { params: { groupId }, signal })),
  })
}

/** The ids and the names of a group's members. A component that uses this query is not rendered again after a toggle. */
export function memberNamesQuery(groupId: string) {
  return queryOptions({
    ...groupQuery(groupId),
    select: ({ members }) => members.map(member => ({ userId: member.userId, name: nameOf(member) })),
  })
}
