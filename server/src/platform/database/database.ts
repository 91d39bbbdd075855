import { type ExtractTablesWithRelations, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type * as schema from './schema.ts'

/** A PostgreSQL database, embedded or at a URL. Inside a transaction, code must use the transaction instead of the database. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema> & Extras

type Extras = { prepared: Prepared; tryWithLock: TryWithLock }

/** Each connection to PostgreSQL prepares a named statement only once, so a name must always have the same text. */
export type Prepared = <Row>(statement: { name: string; text: string }, values: unknown[]) => Promise<Row[]>

/** Runs `work` under the lock `name` and returns true. Returns false without running `work` if the lock is already taken. */
export type TryWithLock = (name: string, work: () => Promise<void>) => Promise<boolean>

export type Transaction = PgTransaction<
  PgQueryResultHKT,
  typeof schema,
  ExtractTablesWithRelations<typeof schema>
>
export type Queryable = PgDatabase<PgQueryResultHKT, typeof schema>

/** Opens a connection for the bus between nodes. `listen` is called before the connection opens. */
type OpenBusClient = (listen: (client: pg.Client) => void) => Promise<pg.Client>

export type OpenDatabase = {
  database: Database
  migrate(folder: string): Promise<void>
  close(): Promise<void>
  /** From this call on, ends the process if the embedded database makes no progress for 30 s. Undefined for a database at a URL. */
  startWatchdog?: () => void
  /** Undefined for a database at a URL, because its disk may be elsewhere. */
  diskSpace?: () => { freeBytes: number; acceptsChanges: boolean }
  /** Undefined for an embedded database, which allows only one node. */
  openBusClient?: OpenBusClient
  /** Counts busy connections, idle connections, and requests that wait for a connection. Undefined for an embedded database. */
  pool?: () => { busy: number; idle: number; waiting: number }
}

/** Returns a function for a template, which runs the template as a statement: rows<Row>(database)`select …`. */
export function rows<Row extends Record<string, unknown>>(on: Queryable) {
  return async (statement: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> => {
    const result = (await on.execute(sql(statement, ...values))) as unknown as { rows: Row[] }
    return result.rows
  }
}

/** The same as `Prepared`, in a transaction. */
export async function preparedIn<Row>(
  transaction: Transaction,
  statement: { name: string; text: string },
  values: unknown[],
): Promise<Row[]> {
  // Drizzle has no public way to give a transaction a text with parameters.
  const { client } = (transaction as unknown as WithClient).session
  return (await client.query({ ...statement, values })).rows as Row[]
}

type WithClient = {
  session: { client: { query(statement: { text: string; values: unknown[] }): Promise<{ rows: unknown[] }> } }
}
