import { readDashboard } from '@grouplight/contract/dashboard.ts'
import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#account/account-queries.ts'
import { call } from '#api/client.ts'
import { groupsQuery } from '#group/group-queries.ts'
import { receivedInvitationsQuery } from '#invitation/invitation-queries.ts'
import { unreadQuery } from '#notification/notification-queries.ts'
import { ringingQuery } from '#ringing/ringing-queries.ts'

/** One request fills several queries. Must be called when the app starts, before these queries are fetched separately. */
export function prefetchDashboard(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery({
    ...sessionQuery,
    queryFn: async ({ signal }) => {
      const { account, dashboard } = await call(readDashboard, { signal })
      if (dashboard) {
        queryClient.setQueryData(groupsQuery.queryKey, dashboard.groups)
        queryClient.setQueryData(unreadQuery.queryKey, dashboard.unread)
        queryClient.setQueryData(receivedInvitationsQuery.queryKey, dashboard.invitations)
        queryClient.setQueryData(ringingQuery.queryKey, dashboard.ringing)
      }
      return account
    },
  })
}
