import { listWatches, type Watch } from '@grouplight/contract/watch.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { ringingQuery } from './ringing-queries.ts'

/** Invalidating `ringingQuery` also invalidates this query, whose key begins with the key of `ringingQuery`. */
export function watchesQuery(groupId: string) {
  return queryOptions({
    queryKey: [...ringingQuery.queryKey, 'watches', groupId],
    queryFn: async ({ signal }) => (await call(listWatches, { params: { groupId }, signal })).watches,
  })
}

/** Returns the watches in the order of their ends. `added` replaces a watch for the same member or the same number of members. */
export function withWatch(watches: Watch[], added: Watch): Watch[] {
  const isOther = ({ memberId, needed }: Watch) => memberId !== added.memberId || needed !== added.needed
  return [...watches.filter(isOther), added].sort(
    (one, other) => Date.parse(one.endsAt) - Date.parse(other.endsAt),
  )
}
