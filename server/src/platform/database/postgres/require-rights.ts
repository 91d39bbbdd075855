import { getTableName, is, Table } from 'drizzle-orm'
import { OperatorError } from '#platform/config/operator-error.ts'
import { type Queryable, rows } from '../database.ts'
import { readJournal } from '../migration-files.ts'
import * as schema from '../schema.ts'
import { appliedMigrations } from '../schema-version.ts'

const ownTables: string[] = Object.values(schema).flatMap(table =>
  is(table, Table) ? [getTableName(table)] : [],
)

/** Throws OperatorError if the role may not create tables, or if the database has tables of another program. */
export async function requireRights(on: Queryable): Promise<void> {
  const [found] = await rows<{
    name: string
    role: string
    mayAddSchema: boolean
    hasPublic: boolean
    mayAddTable: boolean
  }>(on)`
    select quote_ident(current_database()) as name, quote_ident(current_user) as role,
      to_regnamespace('drizzle') is not null
        or has_database_privilege(current_database(), 'create') as "mayAddSchema",
      to_regnamespace('public') is not null as "hasPublic",
      (select has_schema_privilege(oid, 'create') and has_schema_privilege(oid, 'usage')
        from pg_namespace where nspname = 'public') as "mayAddTable"`
  const { name, role, mayAddSchema, hasPublic, mayAddTable } = found ?? {}
  if (!mayAddSchema)
    throw new OperatorError(
      `The role ${role} of DATABASE_URL may not create schemas in the database ${name}: make it the owner (as a superuser: alter database ${name} owner to ${role}).`,
    )
  if (!hasPublic)
    throw new OperatorError(
      `The database ${name} of DATABASE_URL has no schema public: create it (create schema public authorization ${role}).`,
    )
  if (!mayAddTable)
    throw new OperatorError(
      `The role ${role} of DATABASE_URL may not create tables in the schema public of the database ${name}: allow it (as a superuser: grant usage, create on schema public to ${role}).`,
    )
  await requireNoStrangers(on, name ?? '')
}

async function requireNoStrangers(on: Queryable, name: string): Promise<void> {
  const applied = (await appliedMigrations(on)) ?? []
  if (readJournal().entries.some(({ when }) => applied.includes(when))) return
  const tables = await rows<{ table: string }>(on)`
    select relname as "table" from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S') order by relname`
  const strange = tables.find(({ table }) => ownTables.includes(table))?.table
  if (!strange && applied.length === 0) return
  throw new OperatorError(
    `The database ${name} of DATABASE_URL belongs to another program${strange ? ` (it has a table ${strange})` : ''}: give Grouplight an empty database of its own.`,
  )
}
