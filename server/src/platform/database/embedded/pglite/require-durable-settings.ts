import type { PGlite } from '@electric-sql/pglite'
import { OperatorError } from '#platform/config/operator-error.ts'

/** Throws OperatorError if the database is configured to report commits before they are on disk. */
export async function requireDurableSettings(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY ($1)',
    [Object.keys(required)],
  )
  const found = Object.fromEntries(rows.map(row => [row.name, row.setting]))
  for (const [name, setting] of Object.entries(required)) {
    if (found[name] !== setting) {
      throw new OperatorError(
        `The database would not be durable: ${name} is ${found[name]}, it must be ${setting}.`,
      )
    }
  }
}

const required = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_sync_method: 'fsync',
}
