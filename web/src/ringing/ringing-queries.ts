import { listRinging } from '@grouplight/contract/ringing.ts'
import { queryOptions } from '@tanstack/react-query'
import { batchedRead } from '#api/batched-read.ts'
import { call } from '#api/client.ts'

/** What rings in the user's groups. Groups without an entry have the rule 'all'. */
export const ringingQuery = queryOptions({
  queryKey: ['ringing'],
  queryFn: ({ signal }) => batchedRead('ringing', async () => (await call(listRinging, { signal })).groups),
})
