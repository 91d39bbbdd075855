import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { hourMs } from '#clock.ts'
import { commit } from '#commit/commit.ts'
import { devices } from '#database/schema.ts'
import { consume } from '#limits/limits.ts'
import { Problem } from '#problem.ts'
import { queuePushes } from '#push/queue-pushes.ts'
import type { Services } from '#services.ts'
import { deviceNotFound } from './devices.ts'

const maxTestsPerHour = 20

export async function testDevice(
  services: Services,
  { userId, deviceId }: { userId: string; deviceId: string },
): Promise<void> {
  const { database, clock } = services
  const isOwn = and(eq(devices.id, deviceId), eq(devices.userId, userId), isNotNull(devices.confirmedAt))
  const [found] = await database.select({ id: devices.id }).from(devices).where(isOwn)
  if (!found) throw deviceNotFound()
  const taken = await consume(services, {
    key: `test pushes:${userId}`,
    most: maxTestsPerHour,
    windowMs: hourMs,
  })
  if (!taken.allowed) throw Problem.because('too-many-requests.devices', taken)
  await commit(services, transaction =>
    queuePushes(transaction, { devices: sql`id = ${deviceId}` }, { kind: 'device.test' }, clock.now()),
  )
}
