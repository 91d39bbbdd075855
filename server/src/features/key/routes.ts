import * as contract from '@grouplight/contract/key.ts'
import type { Router } from '#platform/http/endpoint-route.ts'
import type { Caller, Services } from '#services.ts'
import { createKey, listKeys, revokeKey } from './manage-keys.ts'

export function keyRoutes(route: Router<Caller>, services: Services): void {
  route(contract.listKeys, async ({ user }) => ({ keys: await listKeys(services, user) }))
  route(contract.createKey, ({ user, body }) => createKey(services, user, body))
  route(contract.revokeKey, ({ input }) => revokeKey(services, input))
}
