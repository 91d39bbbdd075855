import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { type Database, type Queryable, rows } from './database.ts'
import { appliedMigrations } from './schema-version.ts'
import { raiseOldestSchema } from './site.ts'

/**
 * Applies the missing migrations in one transaction, which also excludes the programs that cannot use the new schema. So a killed
 * migration leaves the database as it was, for the old programs, too.
 */
export async function applyMigrations(
  database: Pick<Database, 'transaction'>,
  migrationsFolder: string,
): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder })
  await database.transaction(async transaction => {
    const last = await lastApplied(transaction)
    const missing = migrations.filter(({ folderMillis }) => folderMillis > last)
    for (const { sql: statements, hash, folderMillis } of missing) {
      for (const statement of statements) await transaction.execute(sql.raw(statement))
      await transaction.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
      )
    }
    if (missing.length > 0) await raiseOldestSchema(transaction, migrations.at(-1)?.folderMillis ?? 0)
  })
}

/** Creates the table of applied migrations if necessary. A role that may not create schemas can still use an existing one. */
async function lastApplied(on: Queryable): Promise<number> {
  const applied = await appliedMigrations(on)
  if (applied) return applied.at(-1) ?? 0
  const [schema] = await rows<{ found: string | null }>(on)`select to_regnamespace('drizzle')::text as found`
  if (!schema?.found) await on.execute(sql`create schema drizzle`)
  await on.execute(
    sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
  return 0
}
