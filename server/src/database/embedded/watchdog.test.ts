import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startChild } from './child-process.fixture.ts'
import { dataDirWithDatabase } from './data-dir.fixture.ts'

const limitMs = 1_500

const watched = (dataDir: string) => `
  const { startWatchdog } = await import('${import.meta.resolve('./watchdog.ts')}')
  const { pglite, close } = await openEmbedded('${dataDir}')
  startWatchdog(${limitMs})
  say('open')`

test('a statement that never comes back ends the process with one line, and the next start has all that was answered', async () => {
  const dataDir = dataDirWithDatabase()
  const server = startChild(`${watched(dataDir)}
    await pglite.exec("CREATE TABLE notes AS SELECT 'answered' AS text")
    say('answered')
    await pglite.exec('DO $$ BEGIN LOOP END LOOP; END $$').finally(() => say('back'))`)
  const { lines, signal, stderr } = await server.ended()
  expect(lines).toEqual(['open', 'answered'])
  expect(signal).toBe('SIGKILL')
  expect(stderr).toMatch(/^The database has stood still for \d+ s\. .+\n$/)

  const next = startChild(`
    const { pglite, close } = await openEmbedded('${dataDir}')
    say((await pglite.query('SELECT text FROM notes')).rows[0].text)
    await close()`)
  expect((await next.ended()).lines).toEqual(['answered'])
})

test('a process that was stopped, or that works and comes up for air, goes on', async () => {
  const server = startChild(`${watched(dataDirWithDatabase())}
    const end = performance.now() + 3 * ${limitMs}
    while (performance.now() < end) {
      const pause = performance.now() + ${limitMs / 5}
      while (performance.now() < pause);
      await new Promise(resolve => setTimeout(resolve, 5))
    }
    await close()
    say('well')`)
  expect(await server.nextLine()).toBe('open')
  process.kill(server.pid as number, 'SIGSTOP')
  await wait(3 * limitMs)
  process.kill(server.pid as number, 'SIGCONT')
  const { lines, signal, stderr } = await server.ended()
  expect([lines, signal, stderr]).toEqual([['well'], null, ''])
})
