import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { gt, sql } from 'drizzle-orm'
import { OperatorError } from '#operator-error.ts'
import { every } from '#schedule/every.ts'
import { hasIncompatibleServers } from './connected-servers.ts'
import { type Database, type Queryable, rows, type Transaction } from './database.ts'
import { knownVersions, oldestCompatibleSchema } from './migration-files.ts'
import { boards, hooks, keys, sessions, site } from './schema.ts'

const everyMs = 30_000
const longestWaitMs = 90_000

/** Throws OperatorError if the database belongs to a different secret, or if this program is too old for the database. */
export async function requireCompatibleSite(on: Queryable, secret: string): Promise<void> {
  const found = await findSite(on)
  if (found) requireKnown(found.oldestSchema)
  if (!isSecretOf(found, secret))
    throw new OperatorError(
      'AUTH_SECRET is not the secret of this database: set the same AUTH_SECRET on all servers (`npm run admin -- secret accept` changes the secret of the database).',
    )
}

/**
 * Stores a fingerprint of the secret if the database has none. An embedded database (`isShared` is false) adopts a different secret.
 * Raises the oldest allowed schema if necessary. Throws like `requireCompatibleSite`.
 */
export async function joinSite(database: Database, secret: string, isShared: boolean): Promise<void> {
  const secretFingerprint = fingerprintOf(secret)
  await database
    .insert(site)
    .values({ secretFingerprint, oldestSchema: oldestCompatibleSchema })
    .onConflictDoNothing()
  await database.transaction(async transaction => {
    const [found] = await transaction.select().from(site).for('update')
    requireKnown(found?.oldestSchema ?? '')
    // An older program that starts later must not lower the oldest allowed schema.
    if (isOlder(found?.oldestSchema ?? ''))
      await transaction.update(site).set({ oldestSchema: oldestCompatibleSchema })
    if (!isShared && !isSecretOf(found ?? null, secret)) await adoptSecret(transaction, secret)
  })
  await requireCompatibleSite(database, secret)
}

/**
 * Stops the servers that cannot use the schema of this program. Waits up to 90 s until these servers and those with an unknown
 * schema have disconnected. Must be called with the migration lock.
 */
export async function endOlderServers(on: Queryable, log: (line: string) => void): Promise<void> {
  const found = await findSite(on)
  if (!found) return
  if (isOlder(found.oldestSchema)) await on.update(site).set({ oldestSchema: oldestCompatibleSchema })
  if (!(await hasIncompatibleServers(on))) return
  log('Waiting for the servers of an older version to end.')
  for (const end = Date.now() + longestWaitMs; Date.now() < end && (await hasIncompatibleServers(on)); )
    await wait(250)
}

export function watchSite(database: Database, secret: string, onBreach: (refusal: OperatorError) => void) {
  const schedule = every(everyMs, () => requireCompatibleSite(database, secret), {
    // Another error means that the check itself failed, for example because the database is unreachable.
    onError: error => {
      if (error instanceof OperatorError) onBreach(error)
    },
  })
  return schedule.stop
}

/** Also true if the database has no secret yet. */
export async function hasSameSecret(on: Queryable, secret: string): Promise<boolean> {
  return isSecretOf(await findSite(on), secret)
}

/**
 * Makes `secret` the secret of the database. Deletes hooks, keys and boards, and ends sessions, because only the old secret could
 * open or check them. Invite links stop working, too. They are not deleted, because invitations and requests to join refer to
 * them.
 */
export async function adoptSecret(transaction: Transaction, secret: string): Promise<void> {
  await transaction.update(site).set({ secretFingerprint: fingerprintOf(secret) })
  for (const table of [hooks, keys, boards]) await transaction.delete(table)
  // Maintenance deletes these expired sessions. When a server starts, `loadOrCreatePushKeys` deletes the devices, because the
  // new secret cannot unseal the push key.
  await transaction.update(sessions).set({ expiresAt: sql`now()` }).where(gt(sessions.expiresAt, sql`now()`))
}

function fingerprintOf(secret: string): Buffer {
  return createHmac('sha256', secret).update('The secret of this site').digest()
}

function isOlder(schema: string): boolean {
  return knownVersions().indexOf(schema) < knownVersions().indexOf(oldestCompatibleSchema)
}

function isSecretOf(found: Awaited<ReturnType<typeof findSite>>, secret: string): boolean {
  return found === null || found.secretFingerprint.equals(fingerprintOf(secret))
}

async function findSite(on: Queryable) {
  const [table] = await rows<{ found: string | null }>(
    on,
    sql`select to_regclass('public.site')::text as found`,
  )
  if (!table?.found) return null
  // Reads only columns that exist in every version of the table, because the database may not be migrated yet.
  const { secretFingerprint, oldestSchema } = site
  const [found] = await on.select({ secretFingerprint, oldestSchema }).from(site)
  return found ?? null
}

function requireKnown(oldestSchema: string): void {
  if (knownVersions().includes(oldestSchema)) return
  throw new OperatorError(
    `The database belongs to a newer version of this program, which needs the schema ${oldestSchema}: this version knows only ${knownVersions().at(-1)}. Run the newer version.`,
  )
}
