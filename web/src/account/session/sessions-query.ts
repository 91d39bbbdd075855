import { listSessions } from '@grouplight/contract/session.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/client.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(listSessions, { signal })).sessions,
})
