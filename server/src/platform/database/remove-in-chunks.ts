import { lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { addMs, type Clock } from '#platform/clock.ts'
import { type Database, rows } from './database.ts'

const chunk = 1_000

/** Deletes the rows whose time in `column` was more than `keptMs` ago. */
export function deleteAfter(column: PgColumn, keptMs = 0) {
  return ({ database, clock }: { database: Database; clock: Clock }): Promise<void> =>
    removeInChunks(database, column.table as PgTable, lte(column, addMs(clock.now(), -keptMs)))
}

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
  for (let gone = chunk; gone === chunk; ) gone = (await rows(database)`${removal}`).length
}
