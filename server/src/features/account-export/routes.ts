import * as contract from '@grouplight/contract/account-export.ts'
import type { Router } from '#platform/http/endpoint-route.ts'
import type { Caller, Services } from '#services.ts'
import { exportAccount } from './export-account.ts'

export function accountExportRoutes(route: Router<Caller>, services: Services): void {
  route(contract.exportAccount, async ({ user, reply }) => {
    const exported = await exportAccount(services, user)
    const day = exported.exportedAt.slice(0, 10)
    reply.header('content-disposition', `attachment; filename="my-data-${day}.json"`)
    return exported
  })
}
