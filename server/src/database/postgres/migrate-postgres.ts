import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { withLock } from '../advisory-locks.ts'
import * as schema from '../schema.ts'
import { retireOlderServers } from '../site.ts'

// An arbitrary number that nothing else locks. Older servers use the same number.
const migrationLock = 7_264_018_355

/**
 * Applies the migrations of a folder that have not been applied yet. If several servers start at once, one of them migrates and
 * the others wait. With large tables this can take long.
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
    () => log('Another server is migrating the database: waiting for it.'),
  )
}
