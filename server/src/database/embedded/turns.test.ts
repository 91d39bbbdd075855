import { expect, test } from 'vitest'
import { startedPostgres } from './data-dir.fixture.ts'

const statements = 300

test.each([
  ['one after the other', false, false],
  ['all at once', true, false],
  ['in a transaction', false, true],
])('statements %s leave timers their moments in between', async (_, atOnce, inTransaction) => {
  const { pglite } = await startedPostgres()
  let answered = 0
  const answeredBefore: number[] = []
  const timer = setInterval(() => answeredBefore.push(answered), 0)
  const ask = async (on: Pick<typeof pglite, 'query'>) => {
    await on.query('SELECT 1')
    answered++
  }
  const askAll = async (on: Pick<typeof pglite, 'query'>) => {
    if (atOnce) await Promise.all(Array.from({ length: statements }, () => ask(on)))
    else for (let n = 0; n < statements; n++) await ask(on)
  }
  await (inTransaction ? pglite.transaction(askAll) : askAll(pglite))
  clearInterval(timer)
  expect(answeredBefore.filter(count => count > 0 && count < statements).length).toBeGreaterThan(2)
})
