import { OperatorError } from '#platform/config/operator-error.ts'
import { type Queryable, rows } from './database.ts'
import { readJournal } from './migration-files.ts'

/** Returns the name of the database's newest migration, null if there is none, or 'unknown' if this program lacks it. */
export async function schemaVersionOf(on: Queryable): Promise<string | null> {
  const newest = (await appliedMigrations(on))?.at(-1)
  if (newest === undefined) return null
  return readJournal().entries.find(({ when }) => when === newest)?.tag ?? 'unknown'
}

// The first of the 27 migrations that the present first migration has replaced.
const replacedMigration = 1_795_234_538_401

/**
 * Returns when each applied migration was made, the oldest first. Returns null if no program has migrated the database yet. Throws
 * OperatorError if the migrations are from before the present first one.
 */
export async function appliedMigrations(on: Queryable): Promise<number[] | null> {
  const [table] = await rows<{ found: string | null }>(on)`
    select to_regclass('drizzle.__drizzle_migrations')::text as found`
  if (!table?.found) return null
  const applied = await rows<{ at: number }>(on)`
    select created_at::float8 as at from drizzle.__drizzle_migrations order by created_at`
  const times = applied.map(({ at }) => at)
  if (times.includes(replacedMigration)) throw beforeFirstMigration('The database')
  return times
}

export function beforeFirstMigration(what: string): OperatorError {
  return new OperatorError(
    `${what} is from before the present first migration, so this version cannot use it. The last commit that can is 19e6659c: use that one, or begin with an empty database.`,
  )
}
