import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { OperatorError } from '#operator-error.ts'
import { every } from '#schedule/every.ts'
import { hasOlderServers } from './connected-servers.ts'
import { type Database, type Queryable, rows } from './database.ts'
import { knownVersions, oldestServing } from './migration-files.ts'
import { site } from './schema.ts'

const everyMs = 30_000
const longestWaitMs = 90_000

/**
 * Refuses a database that is used with another secret, or whose schema only newer programs know. Accepts a database that no
 * server has used yet. Throws OperatorError.
 */
export async function requireCompatibleSite(on: Queryable, secret: string): Promise<void> {
  const found = await findSite(on)
  if (found) requireKnown(found.oldestSchema)
  if (!isSecretOf(found, secret))
    throw new OperatorError(
      'AUTH_SECRET is not the secret of this database: set the same one on all servers (`npm run admin -- secret accept` changes it).',
    )
}

/**
 * Stores, at the start of a server, its secret's fingerprint and the oldest program that may run beside it. A shared database
 * keeps the secret of the first server. The embedded one takes the secret of its only server. Throws OperatorError.
 */
export async function joinSite(database: Database, secret: string, isShared: boolean): Promise<void> {
  const secretFingerprint = fingerprintOf(secret)
  await database.insert(site).values({ secretFingerprint, oldestSchema: oldestServing }).onConflictDoNothing()
  await database.transaction(async transaction => {
    const [found] = await transaction.select().from(site).for('update')
    requireKnown(found?.oldestSchema ?? '')
    // The newest requirement stays, whichever program starts last.
    if (isOlder(found?.oldestSchema ?? ''))
      await transaction.update(site).set({ oldestSchema: oldestServing })
    if (!isShared) await transaction.update(site).set({ secretFingerprint })
  })
  await requireCompatibleSite(database, secret)
}

/**
 * Tells servers that cannot work with this program's schema to end, and waits until they have ended. They check every 30 s. Must
 * be called before the schema changes, while the migration lock is kept.
 */
export async function retireOlderServers(on: Queryable, log: (line: string) => void): Promise<void> {
  const found = await findSite(on)
  if (!found) return
  if (isOlder(found.oldestSchema)) await on.update(site).set({ oldestSchema: oldestServing })
  if (!(await hasOlderServers(on))) return
  log('Servers of an older version end within half a minute: waiting for them.')
  for (const end = Date.now() + longestWaitMs; Date.now() < end && (await hasOlderServers(on)); )
    await wait(250)
}

/**
 * Checks regularly whether this server still fits the site, and reports when it does not. Returns a function that stops the
 * checks.
 */
export function watchSite(database: Database, secret: string, onBreach: (refusal: OperatorError) => void) {
  const schedule = every(everyMs, () => requireCompatibleSite(database, secret), {
    // An unreachable database is handled by other code.
    onError: error => {
      if (error instanceof OperatorError) onBreach(error)
    },
  })
  return schedule.stop
}

/** Whether a database is used with this secret, or with none yet. */
export async function hasSameSecret(on: Queryable, secret: string): Promise<boolean> {
  return isSecretOf(await findSite(on), secret)
}

/** Allows to compare secrets without storing them. */
export function fingerprintOf(secret: string): Buffer {
  return createHmac('sha256', secret).update('The secret of this site').digest()
}

function isOlder(schema: string): boolean {
  return knownVersions().indexOf(schema) < knownVersions().indexOf(oldestServing)
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
  const [found] = await on.select().from(site)
  return found ?? null
}

function requireKnown(oldestSchema: string): void {
  if (knownVersions().includes(oldestSchema)) return
  throw new OperatorError(
    `The database belongs to a newer version of this program, which needs the schema ${oldestSchema}: this version knows only ${knownVersions().at(-1)}. Run the newer one.`,
  )
}
