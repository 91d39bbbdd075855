import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#account/account-queries.ts'
import { readWholeDashboard } from '#api/batched-read.ts'
import { groupsQuery, learnGroups } from '#group/group-queries.ts'
import { moment } from '#group/known-group.ts'
import { receivedInvitationsQuery } from '#invitation/invitation-queries.ts'
import { unreadQuery } from '#notification/notification-queries.ts'
import { ringingQuery } from '#ringing/ringing-queries.ts'

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
