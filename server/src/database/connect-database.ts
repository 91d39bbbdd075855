import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { Config } from '#config.ts'
import type { OpenDatabase, Prepared, TryWithLock } from './database.ts'
import { openEmbedded } from './embedded/open-embedded.ts'
import { openPostgres } from './postgres/open-postgres.ts'
import * as schema from './schema.ts'

/** The location of the database. */
export type Place = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'databaseUrl' | 'databaseConnections'>>

/**
 * Opens the database of the settings without changing its schema. Statements of a server have a time limit, statements of a
 * command have none.
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
  // PGlite does not support named statements.
  const prepared: Prepared = async <Row>({ text }: { text: string }, values: unknown[]) =>
    (await embedded.pglite.query<Row>(text, values)).rows
  return {
    database: Object.assign(database, { prepared, tryWithLock: workAtOnce, isLocked: async () => false }),
    migrate: folder => migrate(database, { migrationsFolder: folder }),
    close: () => embedded.close(),
    watch: () => embedded.watch(),
  }
}

// The embedded database has only one node.
const workAtOnce: TryWithLock = async (_name, work) => {
  await work()
  return true
}
