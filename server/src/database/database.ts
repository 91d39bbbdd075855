import type { ExtractTablesWithRelations, SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** A PostgreSQL, embedded or at a URL. Inside a transaction, use only its `transaction`. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema> & Extras

type Extras = { prepared: Prepared; tryWithLock: TryWithLock; isLocked: IsLocked }

/**
 * Runs a statement that PostgreSQL plans only once per connection, for frequent operations. A name must always have the same
 * text.
 */
export type Prepared = <Row>(statement: { name: string; text: string }, values: unknown[]) => Promise<Row[]>

/**
 * Runs `work` while it keeps the lock with this name, which only one node can have. Returns false without running `work` if
 * another node has the lock.
 */
export type TryWithLock = (name: string, work: () => Promise<void>) => Promise<boolean>

/** Whether any node has the lock with this name now. */
export type IsLocked = (name: string) => Promise<boolean>

export type Transaction = PgTransaction<
  PgQueryResultHKT,
  typeof schema,
  ExtractTablesWithRelations<typeof schema>
>
/** A database or a transaction, for statements that can run in both. */
export type Queryable = PgDatabase<PgQueryResultHKT, typeof schema>

/** `migrate` applies the migrations of a folder that have not been applied yet. */
export type OpenDatabase = {
  database: Database
  migrate(folder: string): Promise<void>
  close(): Promise<void>
  /**
   * Starts a watchdog that ends the process when the embedded database has not responded for 30 s. A PostgreSQL at a URL has time
   * limits instead.
   */
  watch?: () => void
  /** The current number of connections and of waiting statements. The embedded database has no pool. */
  pool?: () => { busy: number; idle: number; waiting: number }
}

/** Returns the rows of a plain SQL statement, with the column names of the statement. */
export async function rows<Row extends Record<string, unknown>>(
  on: Queryable,
  statement: SQL,
): Promise<Row[]> {
  const result = (await on.execute(statement)) as unknown as { rows: Row[] }
  return result.rows
}
