import fs from 'node:fs'
import { expect, test, vi } from 'vitest'
import { openPglite } from '#platform/database/embedded/open-pglite.ts'
import { startChild } from './child-process.fixture.ts'
import { dataDirWithDatabase } from './data-dir.fixture.ts'

test('every commit is synced to disk, and a read causes no sync', async () => {
  const { pglite, close } = await openPglite(dataDirWithDatabase())
  await pglite.exec('CREATE TABLE notes (id int)')
  const sync = vi.spyOn(fs, 'fsyncSync')
  for (let id = 1; id <= 10; id++) {
    await pglite.query('INSERT INTO notes VALUES ($1)', [id])
    expect(sync.mock.calls.length).toBeGreaterThanOrEqual(id)
  }

  sync.mockClear()
  await pglite.query('SELECT * FROM notes')
  expect(sync).not.toHaveBeenCalled()
  sync.mockRestore()
  await close()
})

test('a failed sync ends the process with one line, and the write is not answered', async () => {
  const dataDir = dataDirWithDatabase()
  const writer = startChild(
    `
    const { pglite } = await openEmbedded('${dataDir}')
    await pglite.exec('CREATE TABLE notes (id int)')
    print('open')
    fs.writeFileSync('${dataDir}/broken', '')
    await pglite.query('INSERT INTO notes VALUES (1)').finally(() => print('answered'))`,
    `
    import fs from 'node:fs'
    const sync = fs.fsyncSync
    fs.fsyncSync = file => {
      if (fs.existsSync('${dataDir}/broken')) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
      sync(file)
    }`,
  )
  const { lines, signal, stderr } = await writer.ended()
  expect(lines).toEqual(['open'])
  expect(signal).toBe('SIGKILL')
  expect(stderr).toMatch(/^The database could not be forced to disk .*EIO.*\n$/)
})
