import * as contract from '@grouplight/contract/device.ts'
import type { Caller } from '#account/sessions.ts'
import type { Router } from '#http/endpoint-route.ts'
import type { Services } from '#services.ts'
import { addDevice } from './add-device.ts'
import { confirmDevice } from './confirm-device.ts'
import { listDevices } from './devices.ts'
import { removeDevice } from './remove-device.ts'
import { testDevice } from './test-device.ts'

export function deviceRoutes(route: Router<Caller>, services: Services): void {
  route(contract.listDevices, ({ user }) => listDevices(services, user))
  route(contract.addDevice, ({ user, body }) => addDevice(services, user, body))
  route(contract.confirmDevice, ({ user, body }) => confirmDevice(services, { caller: user, ...body }))
  route(contract.testDevice, ({ user, params }) => testDevice(services, { userId: user.userId, ...params }))
  route(contract.removeDevice, ({ user, params }) =>
    removeDevice(services, { userId: user.userId, ...params }),
  )
}
