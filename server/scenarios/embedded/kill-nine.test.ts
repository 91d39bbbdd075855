import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { reportProgress } from '#testing/progress.ts'
import { startChild } from './child-process.fixture.ts'
import { dataDirWithDatabase } from './data-dir.fixture.ts'

// The environment variable ROUNDS sets another number of rounds.
const rounds = Number(process.env.ROUNDS ?? 20)

test('no answered write is lost when the process is killed again and again', {
  timeout: 12_000 * rounds,
}, async () => {
  const dataDir = dataDirWithDatabase()
  const answered: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const writer = startChild(findAndWrite(dataDir))
    const found = new Set<number>(JSON.parse((await writer.nextLine()) ?? '[]'))
    expect(answered.filter(id => !found.has(id))).toEqual([])

    await wait(10 + Math.random() * 100)
    await writer.kill()
    const { lines } = await writer.ended()
    answered.push(...lines.map(Number))
    reportProgress(round, rounds)
  }
  expect(answered.length).toBeGreaterThan(rounds)
  process.stdout.write(
    `${rounds} rounds of killing the embedded database: ${answered.length} answered writes, 0 lost\n`,
  )
})

/** Returns a program that prints the stored ids in one line, and then each new id after its insert was answered. */
function findAndWrite(dataDir: string): string {
  return `
    const { pglite } = await openEmbedded('${dataDir}')
    await pglite.exec('CREATE TABLE IF NOT EXISTS writes (id int PRIMARY KEY)')
    const { rows } = await pglite.query('SELECT id FROM writes ORDER BY id')
    const ids = rows.map(row => row.id)
    print(JSON.stringify(ids))
    for (let id = (ids.at(-1) ?? 0) + 1; ; id++) {
      await pglite.query('INSERT INTO writes VALUES ($1)', [id])
      print(id)
      if (id % 100 === 0) await pglite.exec('CHECKPOINT')
    }`
}
