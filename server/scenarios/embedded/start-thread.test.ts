import { expect, onTestFinished, test } from 'vitest'
import { openEmbedded } from '#platform/database/embedded/open-embedded.ts'
import { startChild } from './child-process.fixture.ts'
import { dataDirWithDatabase } from './data-dir.fixture.ts'

test('if the database’s thread ends unexpectedly, the process ends with one line, and answered writes are stored', async () => {
  const dataDir = dataDirWithDatabase()
  const server = startChild(
    `
    const { pglite } = await openEmbedded('${dataDir}')
    await pglite.exec("CREATE TABLE notes AS SELECT 'answered' AS text")
    print('answered')
    fs.writeFileSync('${dataDir}/out-of-order', '')
    await new Promise(resolve => setTimeout(resolve, 60_000))
    print('well')`,
    `
    import fs from 'node:fs'
    import { isMainThread } from 'node:worker_threads'
    const look = () => {
      if (fs.existsSync('${dataDir}/out-of-order')) throw new Error('out of order')
    }
    if (!isMainThread) setInterval(look, 20).unref()`,
  )
  const { lines, signal, stderr } = await server.ended()
  expect(lines).toEqual(['answered'])
  expect(signal).toBe('SIGKILL')
  expect(stderr).toMatch(/^The database's thread has died \(out of order\)\. .+\n$/)

  const { pglite, close } = await openEmbedded(dataDir)
  onTestFinished(close)
  expect((await pglite.query('SELECT text FROM notes')).rows).toEqual([{ text: 'answered' }])
})

test('a statement that runs at the close is answered, a later statement is refused, and a second close does nothing', async () => {
  const { pglite, close } = await openEmbedded(dataDirWithDatabase())
  const running = pglite.query('SELECT 1 AS one')
  await Promise.all([close(), close()])
  expect((await running).rows).toEqual([{ one: 1 }])
  await expect(pglite.query('SELECT 1')).rejects.toThrow('closed')
})
