import { ECDH } from 'node:crypto'
import { type Device, maxDevicesPerUser } from '@grouplight/contract/device.ts'
import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { lockSession } from '#features/account/lock-session.ts'
import { hourMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { devices } from '#platform/database/schema.ts'
import { consumeOrRefuse } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import { allowedAddressesOf } from '#platform/push/push-client.ts'
import { queuePushes } from '#platform/push/queue-pushes.ts'
import { hashToken, newId, newToken } from '#platform/tokens.ts'
import type { Caller, Services } from '#services.ts'
import { isAbandoned, toDevice } from './devices.ts'

type Subscription = Pick<typeof devices.$inferSelect, 'endpoint' | 'p256dh' | 'auth' | 'name' | 'timeZone'>

const maxAddedPerHour = 20

/**
 * Adds a device, which replaces the earlier device of the caller's session. The browser gets a push with a token, and sends the
 * token back to prove that the endpoint is its own. If the session has a confirmed device with this endpoint and these keys,
 * only updates this device.
 */
export async function addDevice(
  services: Services,
  caller: Caller,
  subscription: Subscription,
): Promise<Device> {
  const { config, clock, secret } = services
  const { userId, tokenHash } = caller
  if (config.pushServices.length === 0) throw new Problem('push-switched-off')
  if (!allowedAddressesOf(subscription.endpoint, config.pushServices))
    throw new Problem('push-service-not-allowed')
  requirePoint(subscription.p256dh)
  const known = await refreshDevice(services, caller, subscription)
  if (known) return known
  const limit = { key: `devices:${userId}`, most: maxAddedPerHour, windowMs: hourMs }
  await consumeOrRefuse(services, limit, 'too-many-requests.devices')

  const now = clock.now()
  const token = newToken()
  return commit(services, async transaction => {
    await lockSession(transaction, caller, 'no key update')
    await transaction
      .delete(devices)
      .where(and(eq(devices.userId, userId), or(eq(devices.sessionHash, tokenHash), isAbandoned(now))))
    if ((await transaction.$count(devices, eq(devices.userId, userId))) >= maxDevicesPerUser)
      throw new Problem('too-many-devices', { params: { max: maxDevicesPerUser } })
    const [device] = await transaction
      .insert(devices)
      .values({
        ...subscription,
        id: newId(),
        userId,
        sessionHash: tokenHash,
        confirmationHash: hashToken(secret, token),
        createdAt: now,
        seenAt: now,
      })
      .returning()
    if (!device) throw new Error('A device was not written')
    await queuePushes(
      transaction,
      { devices: sql`id = ${device.id}` },
      { kind: 'device.confirmation', token },
      now,
    )
    return toDevice(device, caller)
  })
}

/** Returns null if the session has no confirmed device with this endpoint and these keys. */
async function refreshDevice(
  { database, clock }: Services,
  caller: Caller,
  { endpoint, p256dh, auth, name, timeZone }: Subscription,
): Promise<Device | null> {
  const [device] = await database
    .update(devices)
    .set({ name, timeZone, seenAt: clock.now(), warnedAt: null })
    .where(
      and(
        eq(devices.sessionHash, caller.tokenHash),
        eq(devices.endpoint, endpoint),
        eq(devices.p256dh, p256dh),
        eq(devices.auth, auth),
        isNotNull(devices.confirmedAt),
      ),
    )
    .returning()
  return device ? toDevice(device, caller) : null
}

/** No push could be encrypted with a key that is not a point of the curve P-256. */
function requirePoint(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
  } catch {
    throw new Problem('invalid-input', { message: 'p256dh is not a key.', field: 'p256dh' })
  }
}
