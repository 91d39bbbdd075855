import { sql } from 'drizzle-orm'
import { type Queryable, rows } from './database.ts'
import { readJournal } from './migration-files.ts'

/** Returns the name of the database's newest migration, null if there is none, or 'unknown' if this program lacks it. */
export async function schemaVersionOf(on: Queryable): Promise<string | null> {
  const [table] = await rows<{ found: string | null }>(
    on,
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as found`,
  )
  if (!table?.found) return null
  const [newest] = await rows<{ at: number | null }>(
    on,
    sql`select max(created_at)::float8 as at from drizzle.__drizzle_migrations`,
  )
  if (!newest?.at) return null
  return readJournal().entries.find(({ when }) => when === newest.at)?.tag ?? 'unknown'
}
