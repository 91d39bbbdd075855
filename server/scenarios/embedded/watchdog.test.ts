import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startChild } from './child-process.fixture.ts'
import { dataDirWithDatabase } from './data-dir.fixture.ts'

const limitMs = 1_500

const watched = (dataDir: string) => `
  const { pglite, startWatchdog, close } = await openEmbedded('${dataDir}')
  startWatchdog(${limitMs})
  print('open')`

test('if a statement never returns, the process prints one line and ends, and after a restart all answered writes are there', async () => {
  const dataDir = dataDirWithDatabase()
  const server = startChild(`${watched(dataDir)}
    await pglite.exec("CREATE TABLE notes AS SELECT 'answered' AS text")
    print('answered')
    await pglite.exec('DO $$ BEGIN LOOP END LOOP; END $$').finally(() => print('back'))`)
  const { lines, signal, stderr } = await server.ended()
  expect(lines).toEqual(['open', 'answered'])
  expect(signal).toBe('SIGKILL')
  expect(stderr).toMatch(/^The database has made no progress for \d+ s\. .+\n$/)

  const next = startChild(`
    const { pglite, close } = await openEmbedded('${dataDir}')
    print((await pglite.query('SELECT text FROM notes')).rows[0].text)
    await close()`)
  expect((await next.ended()).lines).toEqual(['answered'])
})

test('the watchdog tolerates a suspended process, a busy main thread and a database that runs many statements', async () => {
  const server = startChild(`${watched(dataDirWithDatabase())}
    const busyUntil = performance.now() + 2 * ${limitMs}
    while (performance.now() < busyUntil);
    const work = \`DO $$ DECLARE until timestamptz = clock_timestamp() + interval '${limitMs / 5} ms';
      BEGIN WHILE clock_timestamp() < until LOOP END LOOP; END $$\`
    await Promise.all(Array.from({ length: 10 }, () => pglite.exec(work)))
    await close()
    await new Promise(resolve => setTimeout(resolve, 2 * ${limitMs}))
    print('well')`)
  expect(await server.nextLine()).toBe('open')
  process.kill(server.pid as number, 'SIGSTOP')
  await wait(3 * limitMs)
  process.kill(server.pid as number, 'SIGCONT')
  const { lines, signal, stderr } = await server.ended()
  expect([lines, signal, stderr]).toEqual([['well'], null, ''])
})
