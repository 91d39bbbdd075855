import { and, eq, ne } from 'drizzle-orm'
import { devices } from '#platform/database/schema.ts'
import { hashToken } from '#platform/tokens.ts'
import type { Caller, Services } from '#services.ts'
import { deviceNotFound } from './devices.ts'

/** Also deletes the devices with the same endpoint that belong to other sessions. */
export async function confirmDevice(
  { database, clock, secret }: Services,
  { caller, token }: { caller: Caller; token: string },
): Promise<void> {
  const isThisDevice = and(
    eq(devices.sessionHash, caller.tokenHash),
    eq(devices.confirmationHash, hashToken(secret, token)),
  )
  await database.transaction(async transaction => {
    const [found] = await transaction.select({ endpoint: devices.endpoint }).from(devices).where(isThisDevice)
    if (!found) throw deviceNotFound()
    // Locking the devices in the order of their ids prevents a deadlock of two confirmations at the same time.
    const { endpoint } = found
    await transaction
      .select({ id: devices.id })
      .from(devices)
      .where(eq(devices.endpoint, endpoint))
      .orderBy(devices.id)
      .for('update')
    await transaction
      .delete(devices)
      .where(and(eq(devices.endpoint, endpoint), ne(devices.sessionHash, caller.tokenHash)))
    const now = clock.now()
    const confirmed = await transaction
      .update(devices)
      .set({ confirmedAt: now, rungAt: now })
      .where(isThisDevice)
      .returning({ id: devices.id })
    if (confirmed.length === 0) throw deviceNotFound()
  })
}
