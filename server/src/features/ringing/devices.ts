import type { Device } from '@grouplight/contract/device.ts'
import { and, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { addMs, hourMs, inJson } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { devices } from '#platform/database/schema.ts'
import { consumeOrRefuse } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import { confirmationLifeMs } from '#platform/push/push-content.ts'
import { readPublicKey } from '#platform/push/push-keys.ts'
import { queuePushes } from '#platform/push/queue-pushes.ts'
import type { Caller, Services } from '#services.ts'

type Row = typeof devices.$inferSelect

const maxTestsPerHour = 20

export async function listDevices(
  { config, database, secret }: Services,
  caller: Caller,
): Promise<{ publicKey: string | null; devices: Device[] }> {
  const isOff = config.pushServices.length === 0
  const found = await database
    .select()
    .from(devices)
    .where(eq(devices.userId, caller.userId))
    .orderBy(desc(devices.createdAt), devices.id)
  return {
    publicKey: isOff ? null : await readPublicKey(database, secret),
    devices: found.map(device => toDevice(device, caller)),
  }
}

export async function testDevice(
  services: Services,
  { userId, deviceId }: { userId: string; deviceId: string },
): Promise<void> {
  const { database, clock } = services
  const isOwn = and(eq(devices.id, deviceId), eq(devices.userId, userId), isNotNull(devices.confirmedAt))
  const [found] = await database.select({ id: devices.id }).from(devices).where(isOwn)
  if (!found) throw deviceNotFound()
  const limit = { key: `test pushes:${userId}`, most: maxTestsPerHour, windowMs: hourMs }
  await consumeOrRefuse(services, limit, 'too-many-requests.devices')
  await commit(services, transaction =>
    queuePushes(transaction, { devices: sql`id = ${deviceId}` }, { kind: 'device.test' }, clock.now()),
  )
}

export async function removeDevice(
  { database }: Services,
  { userId, deviceId }: { userId: string; deviceId: string },
): Promise<void> {
  const removed = await database
    .delete(devices)
    .where(and(eq(devices.id, deviceId), eq(devices.userId, userId)))
    .returning({ id: devices.id })
  if (removed.length === 0) throw deviceNotFound()
}

/** A condition in SQL: the device was not confirmed in time. */
export function isAbandoned(now: Date): SQL | undefined {
  return and(isNull(devices.confirmedAt), lt(devices.createdAt, addMs(now, -confirmationLifeMs)))
}

export function toDevice(device: Row, caller: Pick<Caller, 'tokenHash'>): Device {
  const { id, name, createdAt, rungAt, confirmedAt, sessionHash } = device
  return inJson({
    ...{ id, name, createdAt, rungAt },
    isConfirmed: confirmedAt !== null,
    isThisBrowser: sessionHash.equals(caller.tokenHash),
  })
}

export function deviceNotFound(): Problem {
  return new Problem('device-not-found')
}
