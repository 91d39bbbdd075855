import type { Device } from '@grouplight/contract/device.ts'
import { desc, eq } from 'drizzle-orm'
import type { Caller } from '#account/sessions.ts'
import { devices } from '#database/schema.ts'
import { Problem } from '#problem.ts'
import { readPublicKey } from '#push/push-keys.ts'
import type { Services } from '#services.ts'

type Row = typeof devices.$inferSelect

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

export function toDevice(device: Row, caller: Pick<Caller, 'tokenHash'>): Device {
  const { id, name, language, createdAt, rungAt, confirmedAt, sessionHash } = device
  return {
    id,
    name,
    language,
    createdAt: createdAt.toISOString(),
    rungAt: rungAt?.toISOString() ?? null,
    isConfirmed: confirmedAt !== null,
    isThisBrowser: sessionHash.equals(caller.tokenHash),
  }
}

export function deviceNotFound(): Problem {
  return new Problem('device-not-found', 'This device does not ring any more.')
}
