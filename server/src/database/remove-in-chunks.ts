import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type Database, rows } from './database.ts'

const chunk = 1_000

/** Deletes the rows of a table that meet a condition, in short statements. */
export async function removeInChunks(
  database: Database,
  table: PgTable,
  condition: SQL | undefined,
): Promise<void> {
  // Locked rows are skipped until the next run, because waiting for them could cause a deadlock. The condition is checked again
  // for each row, because it may have changed meanwhile.
  const removal = sql`
    delete from ${table}
    where ctid = any(array(select ctid from ${table} where ${condition} limit ${chunk} for update skip locked)) and ${condition}
    returning 1 as gone`
  for (let gone = chunk; gone === chunk; ) gone = (await rows(database, removal)).length
}
