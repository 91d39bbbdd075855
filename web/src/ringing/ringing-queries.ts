import { listRinging } from '@grouplight/contract/ringing.ts'
import { queryOptions } from '@tanstack/react-query'
import { batchedRead } from '#api/batched-read.ts'
import { call } from '#api/client.ts'

/** The ringing rule, follows and coverage alerts of the user in each group. A group without an entry has the rule 'all'. */
export const ringingQuery = queryOptions({
  queryKey: ['ringing'],
  queryFn: ({ signal }) => batchedRead('ringing', async () => (await call(listRinging, { signal })).groups),
})
