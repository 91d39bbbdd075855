import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { withLock } from '../advisory-locks.ts'
import * as schema from '../schema.ts'
import { endOlderServers } from '../site.ts'

// An arbitrary number that no other lock uses. It must not change, because servers of older versions use the same number.
const migrationLock = 7_264_018_355

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
      await endOlderServers(database, log)
      await migrate(database, { migrationsFolder })
    },
    () => log('Another server is migrating the database: waiting for it.'),
  )
}
