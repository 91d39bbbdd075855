import type { QueryClient } from '@tanstack/react-query'
import { readWholeDashboard } from '#api/batched-read.ts'
import { sessionQuery } from '#features/account/account-queries.ts'
import { groupsQuery, learnGroups } from '#features/group/group-queries.ts'
import { moment } from '#features/group/known-group.ts'
import { receivedInvitationsQuery } from '#features/invitation/invitation-queries.ts'
import { unreadQuery } from '#features/notification/notification-queries.ts'
import { ringingQuery } from '#features/ringing/ringing-queries.ts'

/** One request fills several queries. Must be called when the app starts, before these queries are fetched separately. */
export function prefetchDashboard(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery({
    ...sessionQuery,
    queryFn: async ({ signal }) => {
      const askedAt = moment()
      const { account, dashboard } = await readWholeDashboard(signal)
      if (dashboard) {
        queryClient.setQueryData(groupsQuery.queryKey, learnGroups(queryClient, dashboard.groups, askedAt))
        queryClient.setQueryData(unreadQuery.queryKey, dashboard.unread)
        queryClient.setQueryData(receivedInvitationsQuery.queryKey, dashboard.invitations)
        queryClient.setQueryData(ringingQuery.queryKey, dashboard.ringing)
      }
      return account
    },
  })
}
