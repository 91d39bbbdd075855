import { and, eq } from 'drizzle-orm'
import { devices } from '#database/schema.ts'
import type { Services } from '#services.ts'
import { deviceNotFound } from './devices.ts'

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
