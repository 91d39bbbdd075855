import { drizzle } from 'drizzle-orm/node-postgres'
import { withLock } from '../advisory-locks.ts'
import { applyMigrations } from '../apply-migrations.ts'
import { migratorName } from '../connected-servers.ts'
import * as schema from '../schema.ts'
import { awaitOlderServers } from '../site.ts'
import { clientSettings } from './database-client.ts'
import { requireRights } from './require-rights.ts'

// An arbitrary number that no other lock uses. It must not change, because servers of older versions use the same number.
const migrationLock = 7_264_018_355

export async function migratePostgres(
  databaseUrl: string,
  migrationsFolder: string,
  log: (line: string) => void,
): Promise<void> {
  await withLock(
    clientSettings(databaseUrl, migratorName, 'lock'),
    migrationLock,
    async client => {
      const database = drizzle(client, { schema })
      await requireRights(database)
      await awaitOlderServers(database, log)
      await applyMigrations(database, migrationsFolder)
    },
    () => log('Another server is migrating the database: waiting for it.'),
  )
}
