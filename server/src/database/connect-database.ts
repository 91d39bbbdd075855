import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { Config } from '#config.ts'
import type { OpenDatabase, Prepared, TryWithLock } from './database.ts'
import { openEmbedded } from './embedded/open-embedded.ts'
import { openPostgres } from './postgres/open-postgres.ts'
import * as schema from './schema.ts'

/** Where the database is. */
export type Place = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'databaseUrl' | 'databaseConnections'>>

/**
 * Opens the database of the settings without changing its schema. A server's statements have a time limit, a command's have
 * none.
 */
export async function connectDatabase(
  { dataDir, databaseUrl, databaseConnections }: Place,
  log: (line: string) => void,
  use: 'server' | 'command' = 'server',
): Promise<OpenDatabase> {
  return databaseUrl
    ? openPostgres({ databaseUrl, databaseConnections }, log, use)
    : openEmbeddedIn(dataDir, log)
}

async function openEmbeddedIn(dataDir: string, log: (line: string) => void): Promise<OpenDatabase> {
  const embedded = await openEmbedded(dataDir, log)
  const database = drizzle({ client: embedded.pglite as unknown as PGlite, schema })
  // PGlite knows no named statements.
  const prepared: Prepared = async <Row>({ text }: { text: string }, values: unknown[]) =>
    (await embedded.pglite.query<Row>(text, values)).rows
  return {
    database: Object.assign(database, { prepared, tryWithLock: workAtOnce, isLocked: async () => false }),
    migrate: folder => migrate(database, { migrationsFolder: folder }),
    close: () => embedded.close(),
    watch: () => embedded.watch(),
  }
}

// The embedded database has one node.
const workAtOnce: TryWithLock = async (_name, work) => {
  await work()
  return true
}
