import { listRinging } from '@grouplight/contract/ringing.ts'
import { queryOptions } from '@tanstack/react-query'
import { batchedRead } from '#api/batched-read.ts'
import { call } from '#api/client.ts'

/** The user's ringing rule, followed members and coverage alerts in each group. A group without an entry has the rule 'all'. */
export const ringingQuery = queryOptions({
  queryKey: ['ringing'],
  queryFn: ({ signal }) => batchedRead('ringing', async () => (await call(listRinging, { signal })).groups),
})
