import { type Key, maxKeys } from '@grouplight/contract/key.ts'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { commitConfirmed, requireConfirmation } from '#features/account/confirmation.ts'
import { keyCreatedEmail } from '#features/account/security-emails.ts'
import { groupNotFound } from '#features/group/membership.ts'
import { addMs, dayMs, hourMs, inJson } from '#platform/clock.ts'
import { hasNotEnded } from '#platform/database/conditions.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { keys, memberships } from '#platform/database/schema.ts'
import { consumeOrRefuse } from '#platform/limits/limits.ts'
import { queueEmail } from '#platform/mail/queue-email.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken, newId } from '#platform/tokens.ts'
import type { Caller, Services } from '#services.ts'
import { newKeyToken } from './key-token.ts'

const maxCreatedPerHour = 20

type NewKey = {
  name: string
  maySwitch: boolean
  mayAsk: boolean
  /** Null means all groups of the user, even groups that the user joins later. */
  groupIds: string[] | null
  /** The number of days after which the key ends. Null if it never ends. */
  days: number | null
}

export async function listKeys(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { userId }: { userId: string },
): Promise<Key[]> {
  return (await readKeysOf(database, { userId, now: clock.now() })).map(toKey)
}

/** The caller needs a confirmation. The token cannot be read later: only its hash and its last four characters are stored. */
export async function createKey(
  services: Services,
  caller: Caller,
  { name, maySwitch, mayAsk, groupIds, days }: NewKey,
): Promise<{ key: Key; token: string }> {
  const { clock, site, log, secret } = services
  const { userId } = caller
  await requireConfirmation(services, caller)
  const limit = { key: `keys:${userId}`, most: maxCreatedPerHour, windowMs: hourMs }
  await consumeOrRefuse(services, limit, 'too-many-requests.keys')
  const created = await commitConfirmed(services, caller, async transaction => {
    const now = clock.now()
    if ((await readKeysOf(transaction, { userId, now })).length >= maxKeys)
      throw new Problem('too-many-keys', { params: { max: maxKeys } })
    await requireMemberships(transaction, { userId, groupIds })
    const token = newKeyToken()
    const key = {
      ...{ id: newId(), userId, name, maySwitch, mayAsk, groupIds: groupIds && [...new Set(groupIds)] },
      ...{
        tokenHash: hashToken(secret, token),
        lastFour: token.slice(-4),
        lastUsedOn: null,
        warnedDays: null,
      },
      ...{ createdAt: now, expiresAt: days === null ? null : addMs(now, days * dayMs) },
    }
    await transaction.insert(keys).values(key)
    await queueEmail(transaction, keyCreatedEmail(site, caller, { name, maySwitch, mayAsk }), now)
    return { key: toKey(key), token }
  })
  log.info({ userId }, 'a key was made')
  return created
}

export async function revokeKey(
  { database, log }: Pick<Services, 'database' | 'log'>,
  { userId, keyId }: { userId: string; keyId: string },
): Promise<void> {
  const revoked = await database
    .delete(keys)
    .where(and(eq(keys.id, keyId), eq(keys.userId, userId)))
    .returning({ id: keys.id })
  if (revoked.length === 0) throw new Problem('key-not-found')
  log.info({ userId }, 'a key was revoked')
}

export function readKeysOf(on: Queryable, { userId, now }: { userId: string; now: Date }) {
  return on
    .select()
    .from(keys)
    .where(and(eq(keys.userId, userId), hasNotEnded(keys.expiresAt, now)))
    .orderBy(desc(keys.createdAt), keys.id)
}

async function requireMemberships(
  transaction: Transaction,
  { userId, groupIds }: { userId: string; groupIds: string[] | null },
): Promise<void> {
  if (!groupIds) return
  const found = await transaction
    .select({ groupId: memberships.groupId })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), inArray(memberships.groupId, groupIds)))
  if (found.length < new Set(groupIds).size) throw groupNotFound()
}

export function toKey(key: typeof keys.$inferSelect): Key {
  const { id, name, maySwitch, mayAsk, groupIds, createdAt, expiresAt, lastUsedOn, lastFour } = key
  return inJson({ id, name, maySwitch, mayAsk, groupIds, createdAt, expiresAt, lastUsedOn, lastFour })
}
