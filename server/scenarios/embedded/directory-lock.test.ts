import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lockDirectory } from '#platform/database/embedded/data-dir/directory-lock.ts'
import { openEmbedded } from '#platform/database/embedded/open-embedded.ts'
import { startChild } from './child-process.fixture.ts'
import { dataDirWithDatabase, emptyDataDir } from './data-dir.fixture.ts'

test('a locked directory is refused, also in another process, and the refusal names the process that has the lock', async () => {
  const dataDir = dataDirWithDatabase()
  const { pglite, close } = await openEmbedded(dataDir)
  await pglite.exec('CREATE TABLE notes (text text)')

  const inUse = new RegExp(
    `^DATA_DIR ${dataDir} is in use by process ${process.pid} \\(since .+Z\\): .* set DATABASE_URL to run several servers$`,
  )
  await expect(openEmbedded(dataDir)).rejects.toThrow(inUse)
  const intruder = startChild(`await openEmbedded('${dataDir}').catch(error => print(error.message))`)
  expect((await intruder.ended()).lines).toEqual([expect.stringMatching(inUse)])

  await pglite.exec(`INSERT INTO notes VALUES ('unharmed')`)
  expect((await pglite.query('SELECT text FROM notes')).rows).toEqual([{ text: 'unharmed' }])
  await close()
})

test('a missing directory is created with access for its owner only', () => {
  const dataDir = `${emptyDataDir()}/data`
  lockDirectory(dataDir).release()
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
})

test('the lock can be taken again after its process was killed', async () => {
  const dataDir = dataDirWithDatabase()
  const holder = startChild(`await openEmbedded('${dataDir}'); print('open')`)
  expect(await holder.nextLine()).toBe('open')
  expect(() => lockDirectory(dataDir)).toThrow(`in use by process ${holder.pid}`)

  await holder.kill()
  lockDirectory(dataDir).release()
})

test('a directory that cannot be created is refused with the reason', () => {
  const file = `${emptyDataDir()}/file`
  writeFileSync(file, '')
  expect(() => lockDirectory(`${file}/data`)).toThrow(`DATA_DIR ${file}/data cannot be written: ENOTDIR`)
})

describe.runIf(process.getuid?.() === 0)(
  'the refusal of a data directory that the server’s system user cannot write',
  () => {
    const [server, owner] = [10_001, 1_000]
    const refusalOf = async (dataDir: string) => {
      const { lines } = await startChild(
        `process.setuid(${server}); await openEmbedded('${dataDir}').catch(error => print(error.message))`,
      ).ended()
      return lines
    }
    const line = (path: string, dataDir: string) => [
      `${path} cannot be written by user ${server}, who runs this server: it belongs to user ${owner}. Change its owner (chown -R ${server} ${dataDir}), or run the server as user ${owner} (docker run --user ${owner}). In a container, change the owner of the folder or volume that is mounted at ${dataDir}.`,
    ]

    test.each(['700', '755'])('names both system users and the solutions (directory mode %s)', async mode => {
      const dataDir = join(emptyDataDir(), 'data')
      chmodSync(dirname(dataDir), 0o755)
      mkdirSync(dataDir)
      chownSync(dataDir, owner, owner)
      chmodSync(dataDir, Number.parseInt(mode, 8))
      expect(await refusalOf(dataDir)).toEqual(line(dataDir, dataDir))
    })

    test.each(['pgdata', 'lock.sqlite'])(
      'names %s if only this part of the directory cannot be written',
      async name => {
        const dataDir = join(emptyDataDir(), 'data')
        chmodSync(dirname(dataDir), 0o755)
        mkdirSync(dataDir)
        const inside = join(dataDir, name)
        if (name === 'pgdata') mkdirSync(inside, { mode: 0o700 })
        else writeFileSync(inside, '', { mode: 0o600 })
        for (const path of [dataDir, inside]) chownSync(path, owner, owner)
        chownSync(dataDir, server, server)
        expect(await refusalOf(dataDir)).toEqual(line(inside, dataDir))
      },
    )
  },
)
