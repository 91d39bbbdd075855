import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

// Any number that nothing else locks.
const migrationLock = 7_264_018_355

/**
 * Applies the migrations of a folder that have not been applied yet. Of several servers that start at once, one does it and the
 * others wait. It may take its time: large tables do.
 */
export async function migratePostgres(
  settings: pg.ClientConfig,
  migrationsFolder: string,
  log: (line: string) => void,
): Promise<void> {
  const client = new pg.Client(settings)
  // Who waits is told by the statement; an error that nobody hears would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      migrationLock,
    ])
    if (!rows[0]?.mine) {
      log('Another server is bringing the schema up to date: waiting for it.')
      await client.query('select pg_advisory_lock($1)', [migrationLock])
    }
    await migrate(drizzle(client), { migrationsFolder })
  } finally {
    // Which ends the lock, too.
    await client.end()
  }
}
