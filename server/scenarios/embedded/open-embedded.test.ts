import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openEmbedded } from '#platform/database/embedded/open-embedded.ts'
import { dataDirWithDatabase, startedPostgres } from './data-dir.fixture.ts'

test('data written before a close is there after the next open', async () => {
  const dataDir = dataDirWithDatabase()
  const first = await openEmbedded(dataDir)
  await first.pglite.exec(`CREATE TABLE notes (text text); INSERT INTO notes VALUES ('kept')`)
  await first.close()

  const second = await openEmbedded(dataDir)
  expect((await second.pglite.query('SELECT text FROM notes')).rows).toEqual([{ text: 'kept' }])
  await second.close()
})

test('a lock file left by a killed process does not prevent a start', async () => {
  const dataDir = dataDirWithDatabase()
  writeFileSync(`${dataDir}/pgdata/postmaster.pid`, '') // as if the process was killed while it wrote the file
  const { close } = await openEmbedded(dataDir)
  await close()
})

test('the settings for durability are active', async () => {
  const { pglite } = await startedPostgres()
  const show = async (setting: string) =>
    Object.values((await pglite.query<object>(`SHOW ${setting}`)).rows[0] ?? {})
  expect(await show('fsync')).toEqual(['on'])
  expect(await show('full_page_writes')).toEqual(['on'])
  expect(await show('synchronous_commit')).toEqual(['on'])
  expect(await show('wal_sync_method')).toEqual(['fsync'])
})

test('a database that is configured to answer before writing to disk is refused', async () => {
  const dataDir = dataDirWithDatabase()
  appendFileSync(`${dataDir}/pgdata/postgresql.conf`, 'synchronous_commit = off\n')
  await expect(openEmbedded(dataDir)).rejects.toThrow('synchronous_commit is off, it must be on')
})

test('a database with a broken control file is refused, and the file stays unchanged', async () => {
  const dataDir = dataDirWithDatabase()
  const control = `${dataDir}/pgdata/global/pg_control`
  const broken = Buffer.alloc(8192)
  writeFileSync(control, broken)

  await expect(openEmbedded(dataDir)).rejects.toThrow(
    /^The database in .+\/pgdata does not open: database files are incompatible.* It was left as it is\.$/,
  )
  expect(readFileSync(control)).toEqual(broken)
})

test('a database without its file PG_VERSION is refused, and no new one is created over it', async () => {
  const dataDir = dataDirWithDatabase()
  rmSync(`${dataDir}/pgdata/PG_VERSION`)
  const files = readdirSync(`${dataDir}/pgdata`, { recursive: true })

  await expect(openEmbedded(dataDir)).rejects.toThrow('does not open: ENOENT')
  expect(readdirSync(`${dataDir}/pgdata`, { recursive: true })).toEqual(files)
})
