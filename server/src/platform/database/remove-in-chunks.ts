import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type Database, rows } from './database.ts'

const chunk = 1_000

export async function removeInChunks(
  database: Database,
  table: PgTable,
  condition: SQL | undefined,
): Promise<void> {
  // Waiting for locked rows could cause a deadlock. Therefore they are skipped, and a later call deletes them. The condition is
  // checked twice, because a row may change between its selection and its lock.
  const removal = sql`
    delete from ${table}
    where ctid = any(array(select ctid from ${table} where ${condition} limit ${chunk} for update skip locked)) and ${condition}
    returning 1 as gone`
  for (let gone = chunk; gone === chunk; ) gone = (await rows(database, removal)).length
}
