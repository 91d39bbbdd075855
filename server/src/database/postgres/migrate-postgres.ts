import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { withLock } from '../advisory-locks.ts'

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
    async client => migrate(drizzle(client), { migrationsFolder }),
    () => log('Another server is bringing the schema up to date: waiting for it.'),
  )
}
