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
  route(contract.removePersonalHook, ({ user, params }) =>
    removePersonalHook(services, { userId: user.userId, ...params }),
  )
  route(contract.testPersonalHook, ({ user, params }) =>
    testPersonalHook(services, { userId: user.userId, ...params }),
  )
  route(contract.listGroupHooks, async ({ user, params }) => ({
    hooks: await listGroupHooks(database, { userId: user.userId, ...params }),
  }))
  route(contract.createGroupHook, ({ user, params, zone, body }) =>
    createGroupHook(services, { userId: user.userId, timeZone: zone, ...params, ...body }),
  )
  route(contract.removeGroupHook, ({ user, params }) =>
    removeGroupHook(services, { userId: user.userId, ...params }),
  )
  route(contract.testGroupHook, ({ user, params }) =>
    testGroupHook(services, { userId: user.userId, ...params }),
  )
}
