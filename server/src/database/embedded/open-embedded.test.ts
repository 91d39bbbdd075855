import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dataDirWithDatabase, emptyDataDir } from './data-dir.fixture.ts'
import { openEmbedded } from './open-embedded.ts'

test('the first start makes a private directory and a database that keeps what is written', async () => {
  const dataDir = `${emptyDataDir()}/data`
  const first = await openEmbedded(dataDir)
  await first.pglite.exec(`CREATE TABLE notes (text text); INSERT INTO notes VALUES ('kept')`)
  await first.close()
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)

  const second = await openEmbedded(dataDir)
  expect((await second.pglite.query('SELECT text FROM notes')).rows).toEqual([{ text: 'kept' }])
  await second.close()
})

test('the settings that durability rests on are the ones in force', async () => {
  const { pglite, close } = await openEmbedded(dataDirWithDatabase())
  const { rows } = await pglite.query(`SELECT current_setting('fsync') AS fsync,
    current_setting('full_page_writes') AS full_page_writes,
    current_setting('synchronous_commit') AS synchronous_commit,
    current_setting('wal_sync_method') AS wal_sync_method`)
  expect(rows).toEqual([
    { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', wal_sync_method: 'fsync' },
  ])
  await close()
})

test('a database that is configured to answer before the disk has it is refused', async () => {
  const dataDir = dataDirWithDatabase()
  appendFileSync(`${dataDir}/pgdata/postgresql.conf`, 'synchronous_commit = off\n')
  await expect(openEmbedded(dataDir)).rejects.toThrow('synchronous_commit is off, it must be on')
})

test('a database that does not open is refused and left as it is', async () => {
  const dataDir = dataDirWithDatabase()
  const control = `${dataDir}/pgdata/global/pg_control`
  const broken = Buffer.alloc(8192)
  writeFileSync(control, broken)

  const refusal =
    /^The database in .+\/pgdata does not open: database files are incompatible.* It was left as it is\.$/
  await expect(openEmbedded(dataDir)).rejects.toThrow(refusal)
  await expect(openEmbedded(dataDir)).rejects.toThrow(refusal)
  expect(readFileSync(control)).toEqual(broken)
})

test('a database without its first file is refused, not created anew over the rest', async () => {
  const dataDir = dataDirWithDatabase()
  rmSync(`${dataDir}/pgdata/PG_VERSION`)
  const files = readdirSync(dataDir, { recursive: true }).filter(path => String(path).startsWith('pgdata'))

  await expect(openEmbedded(dataDir)).rejects.toThrow('does not open: PG_VERSION is missing')
  expect(readdirSync(dataDir, { recursive: true }).filter(path => String(path).startsWith('pgdata'))).toEqual(
    files,
  )
})
