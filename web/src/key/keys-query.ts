import { listKeys } from '@grouplight/contract/key.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/client.ts'

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) => (await call(listKeys, { signal })).keys,
})
