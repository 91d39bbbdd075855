import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { OperatorError } from '#operator-error.ts'
import { every } from '#schedule/every.ts'
import { type Database, type Queryable, rows } from './database.ts'
import { knownVersions, oldestServing } from './migration-files.ts'
import { hasOlderServers } from './connected-servers.ts'
import { site } from './schema.ts'

const everyMs = 30_000
const longestWaitMs = 90_000

/**
 * Refuses to serve on a database whose other servers use another secret, or which a newer program has changed in a way that
 * this one does not know. Nothing is refused where no server has been yet. Throws OperatorError.
 */
export async function requireCompatibleSite(on: Queryable, secret: string): Promise<void> {
  const found = await findSite(on)
  if (found) requireKnown(found.oldestSchema)
  if (!isSecretOf(found, secret))
    throw new OperatorError(
      'AUTH_SECRET is not the one that this database is used with: set the same on all servers (`npm run admin -- secret accept` changes it).',
    )
}

/**
 * Says at the start of a server what the others must agree with; the first one's secret is the database's. The embedded
 * database has one server, whose secret of today is the right one. Throws OperatorError.
 */
export async function joinSite(database: Database, secret: string, isShared: boolean): Promise<void> {
  const secretFingerprint = fingerprintOf(secret)
  await database.insert(site).values({ secretFingerprint, oldestSchema: oldestServing }).onConflictDoNothing()
  await database.transaction(async transaction => {
    const [found] = await transaction.select().from(site).for('update')
    requireKnown(found?.oldestSchema ?? '')
    // Older programs say less: what a newer one has said stays.
    if (isOlder(found?.oldestSchema ?? ''))
      await transaction.update(site).set({ oldestSchema: oldestServing })
    if (!isShared) await transaction.update(site).set({ secretFingerprint })
  })
  await requireCompatibleSite(database, secret)
}

/**
 * Asks servers that cannot serve on the schema of this one to end, and waits until they have. They look every 30 s, and serve
 * until then. To be called before the schema changes, under the lock of the migration.
 */
export async function retireOlderServers(on: Queryable, log: (line: string) => void): Promise<void> {
  const found = await findSite(on)
  if (!found) return
  if (isOlder(found.oldestSchema)) await on.update(site).set({ oldestSchema: oldestServing })
  if (!(await hasOlderServers(on))) return
  log('Servers of an older version end by themselves within half a minute: waiting for them.')
  for (const end = Date.now() + longestWaitMs; Date.now() < end && (await hasOlderServers(on)); )
    await wait(250)
}

/** Checks regularly whether this server still agrees with the others, and reports when it does not. Returns what stops it. */
export function watchSite(database: Database, secret: string, onBreach: (refusal: OperatorError) => void) {
  const schedule = every(everyMs, () => requireCompatibleSite(database, secret), {
    // A database that is away is handled elsewhere.
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

/** Tells secrets apart without telling them. */
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
    `The database belongs to a newer version of this program, which needs the schema ${oldestSchema}: this one knows ${knownVersions().at(-1)}. Run the newer one.`,
  )
}
