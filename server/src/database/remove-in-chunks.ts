import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type Database, rows } from './database.ts'

const chunk = 1_000

/** Removes the rows of a table that meet a condition, in statements that stay short however many there are. */
export async function removeInChunks(
  database: Database,
  table: PgTable,
  condition: SQL | undefined,
): Promise<void> {
  // What somebody has locked stays until the next time: waiting for it could deadlock.
  // The condition is asked again of each row found: it may have changed since.
  const removal = sql`
    delete from ${table}
    where ctid = any(array(select ctid from ${table} where ${condition} limit ${chunk} for update skip locked)) and ${condition}
    returning 1 as gone`
  for (let gone = chunk; gone === chunk; ) gone = (await rows(database, removal)).length
}
