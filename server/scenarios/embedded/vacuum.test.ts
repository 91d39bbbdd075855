import type { PGlite } from '@electric-sql/pglite'
import { expect, test, vi } from 'vitest'
import { vacuumDueTables } from '#platform/database/embedded/upkeep/vacuum.ts'
import { startedPostgres } from './data-dir.fixture.ts'

test('tables are vacuumed after a start; later, a table with many dead rows is vacuumed again, and an unchanged table is not', async () => {
  const { pglite } = await startedPostgres()
  await pglite.exec('CREATE TABLE calm (id int); CREATE TABLE "Busy" (id int)')
  expect(await vacuumed(pglite)).toEqual(expect.arrayContaining(['calm', '"Busy"', 'pg_class']))
  await vacuumed(pglite)

  await pglite.exec('INSERT INTO "Busy" SELECT generate_series(1, 1000); UPDATE "Busy" SET id = id + 1')
  await pglite.query('SELECT pg_stat_force_next_flush()')
  const worn = await vacuumed(pglite)
  expect(worn).toContain('"Busy"')
  expect(worn).not.toContain('calm')
  expect(
    (await pglite.query(`SELECT n_dead_tup FROM pg_stat_user_tables WHERE relname = 'Busy'`)).rows,
  ).toEqual([{ n_dead_tup: 0 }])
})

async function vacuumed(pglite: PGlite): Promise<string[]> {
  const exec = vi.spyOn(pglite, 'exec')
  await vacuumDueTables(pglite)
  const tables = exec.mock.calls.map(([statement]) => statement.replace('VACUUM (ANALYZE) ', ''))
  exec.mockRestore()
  return tables
}
