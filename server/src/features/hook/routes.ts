import * as contract from '@grouplight/contract/hook.ts'
import type { Router } from '#platform/http/endpoint-route.ts'
import type { Caller, Services } from '#services.ts'
import { createGroupHook, createPersonalHook } from './create-hook.ts'
import { listGroupHooks, listPersonalHooks, removeGroupHook, removePersonalHook } from './hooks.ts'
import { testGroupHook, testPersonalHook } from './test-hook.ts'

export function hookRoutes(route: Router<Caller>, services: Services): void {
  const { database } = services
  route(contract.listPersonalHooks, async ({ user }) => ({
    hooks: await listPersonalHooks(database, user.userId),
  }))
  route(contract.createPersonalHook, ({ user, zone, body }) =>
    createPersonalHook(services, user, { ...body, timeZone: zone }),
  )
  route(contract.removePersonalHook, ({ input }) => removePersonalHook(services, input))
  route(contract.testPersonalHook, ({ input }) => testPersonalHook(services, input))
  route(contract.listGroupHooks, async ({ input }) => ({
    hooks: await listGroupHooks(database, input),
  }))
  route(contract.createGroupHook, ({ input, zone }) =>
    createGroupHook(services, { ...input, timeZone: zone }),
  )
  route(contract.removeGroupHook, ({ input }) => removeGroupHook(services, input))
  route(contract.testGroupHook, ({ input }) => testGroupHook(services, input))
}
