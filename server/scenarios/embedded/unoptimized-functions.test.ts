import { expect, test } from 'vitest'
import { startChild } from './child-process.fixture.ts'
import { dataDirWithDatabase } from './data-dir.fixture.ts'

test('opening a database and parsing many statements takes less than 400 MiB of memory', async () => {
  const child = startChild(`
    const { pglite, close } = await openEmbedded('${dataDirWithDatabase()}')
    for (let i = 0; i < 300; i++) await pglite.query('SELECT count(*) FROM pg_tables WHERE tablename = $1', ['groups'])
    print(/VmHWM:\\s+(\\d+) kB/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1])
    await close()`)
  const { lines } = await child.ended()
  const peakMiB = Number(lines[0]) / 1024
  expect(peakMiB).toBeGreaterThan(100)
  expect(peakMiB).toBeLessThan(400)
})
