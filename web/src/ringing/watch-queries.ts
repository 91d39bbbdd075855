import { listWatches, type Watch } from '@grouplight/contract/watch.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { ringingQuery } from './ringing-queries.ts'

/** The user's own watches of a group. The key begins like `ringingQuery`, so both are fetched again together. */
export function watchesQuery(groupId: string) {
  return queryOptions({
    queryKey: [...ringingQuery.queryKey, 'watches', groupId],
    queryFn: async ({ signal }) => (await call(listWatches, { params: { groupId }, signal })).watches,
  })
}

/** Adds a watch to the list, and removes one with the same wish. The watch that ends first is at the beginning. */
export function withWatch(watches: Watch[], added: Watch): Watch[] {
  const isOther = ({ memberId, needed }: Watch) => memberId !== added.memberId || needed !== added.needed
  return [...watches.filter(isOther), added].sort(
    (one, other) => Date.parse(one.endsAt) - Date.parse(other.endsAt),
  )
}
