import type { PGlite } from '@electric-sql/pglite'

/** Vacuums one table at a time, so that other statements can run between two tables. */
export async function vacuumDueTables(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ name: string }>(dueTablesQuery)
  for (const { name } of rows) {
    if (!pglite.ready) return
    await pglite.exec(`VACUUM (ANALYZE) ${name}`)
  }
}

// Selects the tables whose statistics exceed the thresholds of PostgreSQL's autovacuum, and the tables without a vacuum in the last
// week. PGlite loses the statistics when it closes, so each table is due after a start. The weekly vacuum prevents transaction id
// wraparound.
const dueTablesQuery = `
  SELECT relid::regclass::text AS name
  FROM pg_stat_all_tables JOIN pg_class ON pg_class.oid = relid
  WHERE relkind = 'r' AND (
    n_dead_tup > 50 + 0.2 * n_live_tup
    OR n_mod_since_analyze > 50 + 0.1 * n_live_tup
    OR coalesce(last_vacuum < now() - interval '1 week', true)
  )`
