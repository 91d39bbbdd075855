import { readDashboard } from '@grouplight/contract/dashboard.ts'
import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#account/account-queries.ts'
import { call } from '#api/client.ts'
import { groupsQuery } from '#group/group-queries.ts'
import { receivedInvitationsQuery } from '#invitation/invitation-queries.ts'
import { unreadQuery } from '#notification/notification-queries.ts'

/**
 * Asks who is signed in and, in the same request, for all that their first screen shows: before anybody knows whether there
 * is somebody. Only for the start, when no query can have been asked for on its own yet.
 */
export function prefetchDashboard(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery({
    ...sessionQuery,
    queryFn: async ({ signal }) => {
      const { account, dashboard } = await call(readDashboard, { signal })
      if (dashboard) {
        queryClient.setQueryData(groupsQuery.queryKey, dashboard.groups)
        queryClient.setQueryData(unreadQuery.queryKey, dashboard.unread)
        queryClient.setQueryData(receivedInvitationsQuery.queryKey, dashboard.invitations)
      }
      return account
    },
  })
}
