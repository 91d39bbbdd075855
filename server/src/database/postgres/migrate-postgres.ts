import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { withLock } from '../advisory-locks.ts'
import * as schema from '../schema.ts'
import { retireOlderServers } from '../site.ts'

// Any number that nothing else locks; older servers lock the same.
const migrationLock = 7_264_018_355

/**
 * Applies the migrations of a folder that have not been applied yet. Of several servers that start at once, one does it and the
 * others wait. Large tables take their time.
 */
export async function migratePostgres(
  settings: pg.ClientConfig,
  migrationsFolder: string,
  log: (line: string) => void,
): Promise<void> {
  await withLock(
    settings,
    migrationLock,
    async client => {
      const database = drizzle(client, { schema })
      await retireOlderServers(database, log)
      await migrate(database, { migrationsFolder })
    },
    () => log('Another server is bringing the schema up to date: waiting for it.'),
  )
}
