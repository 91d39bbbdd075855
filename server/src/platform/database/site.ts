import { setTimeout as wait } from 'node:timers/promises'
import { gt, sql } from 'drizzle-orm'
import { OperatorError } from '#platform/config/operator-error.ts'
import { every } from '#platform/jobs/every.ts'
import { hashToken } from '#platform/tokens.ts'
import { announcedSchemas, hasIncompatibleServers } from './connected-servers.ts'
import { type Database, type Queryable, rows, type Transaction } from './database.ts'
import { knownVersions, oldestCompatibleSchema, readJournal } from './migration-files.ts'
import { boards, hooks, keys, sessions, site } from './schema.ts'

const everyMs = 30_000
const longestWaitMs = 90_000

/**
 * Throws OperatorError if the database belongs to a different secret, or if this program is too old for the database. `secret` is
 * null if there is none yet. Nothing is deleted, because the operator may still have the old secret.
 */
export async function requireCompatibleSite(on: Queryable, secret: string | null): Promise<void> {
  const found = await findSite(on)
  if (found) requireKnown(found.oldestSchema)
  if (!isSecretOf(found, secret)) throw new OperatorError(otherSecret)
}

const otherSecret =
  'This database was used with another secret: put the old file `secret` into DATA_DIR (or set the old AUTH_SECRET, the same on all servers), or run `npm run admin -- secret accept`, which signs everybody out and deletes hooks, keys, boards and devices.'

/** Stores a fingerprint of the secret if the database has none. Throws like `requireCompatibleSite`. */
export async function joinSite(database: Database, secret: string): Promise<void> {
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
  })
  await requireCompatibleSite(database, secret)
}

/**
 * Waits up to 90 s until the servers that cannot use the schema of this program, and those with an unknown schema, have disconnected.
 * Must be called on the connection that migrates, because its name tells these servers to end.
 */
export async function awaitOlderServers(on: Queryable, log: (line: string) => void): Promise<void> {
  if (!(await findSite(on)) || !(await hasIncompatibleServers(on))) return
  log('Waiting for the servers of an older version to end.')
  for (const end = Date.now() + longestWaitMs; Date.now() < end && (await hasIncompatibleServers(on)); )
    await wait(250)
}

/** Excludes the programs that cannot use the schema of this program, if the migration `newest` brings that schema. */
export async function raiseOldestSchema(transaction: Transaction, newest: number): Promise<void> {
  const needed = readJournal().entries.find(({ tag }) => tag === oldestCompatibleSchema)?.when ?? 0
  const found = newest < needed ? null : await findSite(transaction)
  if (found && isOlder(found.oldestSchema))
    await transaction.update(site).set({ oldestSchema: oldestCompatibleSchema })
}

/** Calls `onBreach` if the database belongs to another secret or a newer program, or if a newer program waits to migrate it. */
export function watchSite(database: Database, secret: string, onBreach: (refusal: OperatorError) => void) {
  const check = async () => {
    await requireCompatibleSite(database, secret)
    for (const schema of await announcedSchemas(database)) requireKnown(schema)
  }
  const schedule = every(everyMs, check, {
    // Another error means that the check itself failed, for example because the database is unreachable.
    onError: error => {
      if (error instanceof OperatorError) onBreach(error)
    },
  })
  return schedule.stop
}

/** Also true if the database has no secret yet. */
export async function hasSameSecret(on: Queryable, secret: string | null): Promise<boolean> {
  return isSecretOf(await findSite(on), secret)
}

/**
 * Makes `secret` the secret of the database. Deletes hooks, keys and boards, and ends sessions, because only the old secret could
 * open or check them. Invite links stop working, too. They are not deleted, because invitations and requests to join refer to
 * them.
 */
export async function adoptSecret(transaction: Transaction, secret: string): Promise<void> {
  const secretFingerprint = fingerprintOf(secret)
  await transaction
    .insert(site)
    .values({ secretFingerprint, oldestSchema: oldestCompatibleSchema })
    .onConflictDoUpdate({ target: site.id, set: { secretFingerprint } })
  for (const table of [hooks, keys, boards]) await transaction.delete(table)
  // Maintenance deletes these expired sessions. When a server starts, `loadOrCreatePushKeys` deletes the devices, because the
  // new secret cannot unseal the push key.
  await transaction.update(sessions).set({ expiresAt: sql`now()` }).where(gt(sessions.expiresAt, sql`now()`))
}

function fingerprintOf(secret: string): Buffer {
  return hashToken(secret, 'The secret of this site')
}

function isOlder(schema: string): boolean {
  return knownVersions().indexOf(schema) < knownVersions().indexOf(oldestCompatibleSchema)
}

function isSecretOf(found: Awaited<ReturnType<typeof findSite>>, secret: string | null): boolean {
  return found === null || (secret !== null && found.secretFingerprint.equals(fingerprintOf(secret)))
}

async function findSite(on: Queryable) {
  const [table] = await rows<{ found: string | null }>(on)`select to_regclass('public.site')::text as found`
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
