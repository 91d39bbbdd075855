import * as device from '@grouplight/contract/device.ts'
import * as ringing from '@grouplight/contract/ringing.ts'
import * as settings from '@grouplight/contract/ringing-settings.ts'
import * as watch from '@grouplight/contract/watch.ts'
import type { Router } from '#platform/http/endpoint-route.ts'
import type { Caller, Services } from '#services.ts'
import { addDevice } from './add-device.ts'
import {
  followMember,
  setCallAlerts,
  setCoverageAlerts,
  setMemberAlerts,
  setRingingRule,
  unfollowMember,
} from './change-ringing.ts'
import { confirmDevice } from './confirm-device.ts'
import { listDevices, removeDevice, testDevice } from './devices.ts'
import { listRinging } from './read-ringing.ts'
import { readRingingSettings, updateRingingSettings } from './ringing-settings.ts'
import { addWatch, listWatches, removeWatch } from './watches.ts'

export function deviceRoutes(route: Router<Caller>, services: Services): void {
  route(device.listDevices, ({ user }) => listDevices(services, user))
  route(device.addDevice, ({ user, zone, body }) => addDevice(services, user, { ...body, timeZone: zone }))
  route(device.confirmDevice, ({ user, body }) => confirmDevice(services, { caller: user, ...body }))
  route(device.testDevice, ({ input }) => testDevice(services, input))
  route(device.removeDevice, ({ input }) => removeDevice(services, input))
}

export function ringingRoutes(route: Router<Caller>, services: Services): void {
  route(settings.readRingingSettings, ({ user }) =>
    readRingingSettings(services.database, { userId: user.userId, now: services.clock.now() }),
  )
  route(settings.updateRingingSettings, ({ input }) => updateRingingSettings(services, input))
  route(ringing.listRinging, async ({ user }) => ({ groups: await listRinging(services.database, user) }))
  route(ringing.setRingingRule, ({ input }) => setRingingRule(services, input))
  route(ringing.setCoverageAlerts, ({ input }) => setCoverageAlerts(services, input))
  route(ringing.setCallAlerts, ({ input }) => setCallAlerts(services, input))
  route(ringing.setMemberAlerts, ({ input }) => setMemberAlerts(services, input))
  route(ringing.followMember, ({ input }) => followMember(services, input))
  route(ringing.unfollowMember, ({ input }) => unfollowMember(services, input))
}

export function watchRoutes(route: Router<Caller>, services: Services): void {
  route(watch.listWatches, async ({ input }) => ({
    watches: await listWatches(services, input),
  }))
  route(watch.addWatch, ({ input }) => addWatch(services, input))
  route(watch.removeWatch, ({ input }) => removeWatch(services, input))
}
