import * as contract from '@grouplight/contract/dashboard.ts'
import { accountOf } from '#features/account/sessions.ts'
import { GroupCache } from '#features/group/group-cache.ts'
import type { Router } from '#platform/http/endpoint-route.ts'
import { answerWithEntityTag } from '#platform/http/entity-tag.ts'
import type { Caller, Services } from '#services.ts'
import { dashboardTag, findDashboardSummary, readDashboard } from './read-dashboard.ts'

export function dashboardRoutes(route: Router<Caller>, services: Services): void {
  const groups = new GroupCache(services.database)
  route(
    contract.readDashboard,
    ({ user, reply }) => {
      const account = user && accountOf(user)
      const summary = user?.emailVerified ? user : null
      return answerWithEntityTag(reply, dashboardTag(user), async () => ({
        account,
        dashboard: summary && (await readDashboard(groups, services.clock, summary)),
      }))
    },
    ({ session }: { session: string | null }) => findDashboardSummary(services, session),
  )
}
