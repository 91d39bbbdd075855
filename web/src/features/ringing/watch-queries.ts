import { addWatch, listWatches, removeWatch, type Watch } from '@grouplight/contract/watch.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, problemCode } from '#api/client.ts'
import { ringingQuery } from './ringing-queries.ts'

/** Invalidating `ringingQuery` also invalidates this query, whose key begins with the key of `ringingQuery`. */
export function watchesQuery(groupId: string) {
  return queryOptions({
    queryKey: [...ringingQuery.queryKey, 'watches', groupId],
    queryFn: async ({ signal }) => (await call(listWatches, { params: { groupId }, signal })).watches,
  })
}

/** Waits for a member, or for a number of other Available members. */
export function useAddWatch(groupId: string) {
  return useMutation({
    mutationFn: (body: ({ memberId: string } | { needed: number }) & { forMinutes: number }) =>
      call(addWatch, { params: { groupId }, body }),
    onSuccess: (added, _, __, { client }) =>
      client.setQueryData(watchesQuery(groupId).queryKey, (watches = []) => withWatch(watches, added)),
  })
}

export function useRemoveWatch(groupId: string) {
  const { queryKey } = watchesQuery(groupId)
  return useMutation({
    mutationFn: (watchId: string) => call(removeWatch, { params: { watchId } }),
    onSuccess: (_, watchId, __, { client }) =>
      client.setQueryData(queryKey, watches => watches?.filter(({ id }) => id !== watchId)),
    onError: (error, _, __, { client }) => {
      if (problemCode(error) === 'watch-not-found') return client.invalidateQueries({ queryKey })
    },
  })
}

/** Returns the watches in the order of their ends. `added` replaces a watch for the same member or the same number of members. */
export function withWatch(watches: Watch[], added: Watch): Watch[] {
  const isOther = ({ memberId, needed }: Watch) => memberId !== added.memberId || needed !== added.needed
  return [...watches.filter(isOther), added].sort(
    (one, other) => Date.parse(one.endsAt) - Date.parse(other.endsAt),
  )
}
