import * as contract from '@grouplight/contract/dashboard.ts'
import { accountOf, type Caller } from '#account/sessions.ts'
import type { Router } from '#http/endpoint-route.ts'
import { answerWithEntityTag } from '#http/entity-tag.ts'
import type { Services } from '#services.ts'
import { dashboardTag, readDashboard, readDashboardSummary } from './read-dashboard.ts'

export function dashboardRoutes(route: Router<Caller>, services: Services): void {
  route(contract.readDashboard, async ({ user, reply }) => {
    const account = user && accountOf(user)
    const summary = user?.emailVerified ? await readDashboardSummary(services, user) : null
    return answerWithEntityTag(reply, dashboardTag(account, summary), async () => ({
      account,
      dashboard: user && summary && (await readDashboard(services, { userId: user.userId, ...summary })),
    }))
  })
}
