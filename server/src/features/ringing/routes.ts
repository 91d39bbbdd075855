import * as device from '@grouplight/contract/device.ts'
import * as ringing from '@grouplight/contract/ringing.ts'
import * as settings from '@grouplight/contract/ringing-settings.ts'
import * as watch from '@grouplight/contract/watch.ts'
import type { Router } from '#platform/http/endpoint-route.ts'
import type { Caller, Services } from '#services.ts'
import { addDevice } from './add-device.ts'
import { followMember, setCoverageAlerts, setRingingRule, unfollowMember } from './change-ringing.ts'
import { confirmDevice } from './confirm-device.ts'
import { listDevices, removeDevice, testDevice } from './devices.ts'
import { listRinging } from './read-ringing.ts'
import { readRingingSettings, updateRingingSettings } from './ringing-settings.ts'
import { addWatch, listWatches, removeWatch } from './watches.ts'

export function deviceRoutes(route: Router<Caller>, services: Services): void {
  route(device.listDevices, ({ user }) => listDevices(services, user))
  route(device.addDevice, ({ user, zone, body }) => addDevice(services, user, { ...body, timeZone: zone }))
  route(device.confirmDevice, ({ user, body }) => confirmDevice(services, { caller: user, ...body }))
  route(device.testDevice, ({ user, params }) => testDevice(services, { userId: user.userId, ...params }))
  route(device.removeDevice, ({ user, params }) => removeDevice(services, { userId: user.userId, ...params }))
}

export function ringingRoutes(route: Router<Caller>, services: Services): void {
  route(settings.readRingingSettings, ({ user }) =>
    readRingingSettings(services.database, { userId: user.userId, now: services.clock.now() }),
  )
  route(settings.updateRingingSettings, ({ user, body }) =>
    updateRingingSettings(services, { userId: user.userId, ...body }),
  )
  route(ringing.listRinging, async ({ user }) => ({ groups: await listRinging(services.database, user) }))
  route(ringing.setRingingRule, ({ user, params, body }) =>
    setRingingRule(services, { userId: user.userId, ...params, ...body }),
  )
  route(ringing.setCoverageAlerts, ({ user, params, body }) =>
    setCoverageAlerts(services, { userId: user.userId, ...params, ...body }),
  )
  route(ringing.followMember, ({ user, params }) =>
    followMember(services, { userId: user.userId, ...params }),
  )
  route(ringing.unfollowMember, ({ user, params }) =>
    unfollowMember(services, { userId: user.userId, ...params }),
  )
}

export function watchRoutes(route: Router<Caller>, services: Services): void {
  route(watch.listWatches, async ({ user, params }) => ({
    watches: await listWatches(services, { userId: user.userId, ...params }),
  }))
  route(watch.addWatch, ({ user, params, body }) =>
    addWatch(services, { userId: user.userId, ...params, ...body }),
  )
  route(watch.removeWatch, ({ user, params }) => removeWatch(services, { userId: user.userId, ...params }))
}
