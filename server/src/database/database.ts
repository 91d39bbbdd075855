import type { ExtractTablesWithRelations, SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** A PostgreSQL, embedded or by URL. Inside a transaction use its `transaction`, never this. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema> & Extras

type Extras = { prepared: Prepared; tryWithLock: TryWithLock; isLocked: IsLocked }

/** Runs a statement that the server plans once for each connection: for the hot path. Its name must stand for one text only. */
export type Prepared = <Row>(statement: { name: string; text: string }, values: unknown[]) => Promise<Row[]>

/** Works while it holds the lock of a name, which one node at a time can hold. False: another one does, and nothing was done. */
export type TryWithLock = (name: string, work: () => Promise<void>) => Promise<boolean>

/** Whether some node holds the lock of a name now. */
export type IsLocked = (name: string) => Promise<boolean>

export type Transaction = PgTransaction<
  PgQueryResultHKT,
  typeof schema,
  ExtractTablesWithRelations<typeof schema>
>
/** Either of them: for statements that stand alone as well as in a transaction. */
export type Queryable = PgDatabase<PgQueryResultHKT, typeof schema>

/** `migrate` applies the migrations of a folder that have not been applied yet. */
export type OpenDatabase = {
  database: Database
  migrate(folder: string): Promise<void>
  close(): Promise<void>
  /** From now on the process ends when the embedded database has not answered for 30 s. One by URL answers or is given up. */
  watch?: () => void
  /** How many connections there are now, and who waits for one. The embedded database has none. */
  pool?: () => { busy: number; idle: number; waiting: number }
}

/** The rows of a plain SQL statement, as the statement names their columns. */
export async function rows<Row extends Record<string, unknown>>(
  on: Queryable,
  statement: SQL,
): Promise<Row[]> {
  const result = (await on.execute(statement)) as unknown as { rows: Row[] }
  return result.rows
}
