import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { openEmbedded } from '#platform/database/embedded/open-embedded.ts'

const refill = 'TRUNCATE refilled; INSERT INTO refilled SELECT generate_series(1, 1000)'
const maintenance = [
  'CHECKPOINT',
  'VACUUM writes',
  refill,
  'REINDEX TABLE writes',
  'CHECKPOINT',
  'SELECT pg_switch_wal()',
]

// This program prints the content of the database in DATA_DIR in one line. If WRITES is set, the program then makes this number of
// writes. If WRITES is not set, the program checks the tables and indexes.
const { DATA_DIR: dataDir = '', WRITES, RECORD_TO } = process.env
const { pglite, close } = await openEmbedded(dataDir, line => {
  fs.writeSync(2, `${line}\n`)
  if (line.startsWith('PANIC')) process.kill(process.pid, 'SIGKILL') // after a PANIC, PostgreSQL would never end by itself
})
await pglite.exec(`
  CREATE TABLE IF NOT EXISTS writes (id int PRIMARY KEY, last int NOT NULL, note text NOT NULL);
  CREATE INDEX IF NOT EXISTS writes_by_last ON writes (last, note);
  CREATE TABLE IF NOT EXISTS refilled (id int PRIMARY KEY)`)
const { rows } = await pglite.query<{ id: number; last: number; isWhole: boolean }>(
  `SELECT id, last, note = repeat(md5(last::text), 1 + last % 40) AS "isWhole" FROM writes ORDER BY id`,
)
const refilled = await pglite.query('SELECT id FROM refilled')
fs.writeSync(1, `${JSON.stringify({ rows, refilled: refilled.rows.length })}\n`)

if (WRITES) await continueWriting(rows.at(-1)?.id ?? 0, Number(WRITES))
await close()
if (!WRITES) await checkIndexes()

async function continueWriting(last: number, writes: number): Promise<void> {
  for (let write = last + 1; write <= last + writes; write++) {
    await pglite.transaction(async tx => {
      const note = 'repeat(md5($1::int::text), 1 + $1::int % 40)'
      await tx.query(`INSERT INTO writes VALUES ($1::int, $1::int, ${note})`, [write])
      if (write % 3 === 0)
        await tx.query(`UPDATE writes SET last = $1::int, note = ${note} WHERE id % 10 = $1::int % 10`, [
          write,
        ])
      if (write % 7 === 0)
        await tx.query('DELETE FROM writes WHERE id < $1::int AND id % 16 = $1::int % 16', [write])
    })
    fs.appendFileSync(RECORD_TO ?? '', `${JSON.stringify({ do: 'answered', write })}\n`)
    if (write % 10 === 0) await pglite.exec(maintenance[(write / 10) % maintenance.length] ?? '')
  }
}

async function checkIndexes(): Promise<void> {
  const checked = await PGlite.create({ fs: new NodeFS(`${dataDir}/pgdata`), extensions: { amcheck } })
  await checked.exec(`
    CREATE EXTENSION amcheck;
    SELECT bt_index_check(index.oid, true) FROM pg_class index JOIN pg_am am ON am.oid = index.relam
      WHERE am.amname = 'btree' AND index.relkind = 'i'`)
  const { rows: faults } = await checked.query(
    `SELECT c.relname, fault.* FROM pg_class c, verify_heapam(c.oid) fault WHERE c.relkind IN ('r', 't')`,
  )
  if (faults.length > 0) throw new Error(JSON.stringify(faults))
  await checked.close()
}
