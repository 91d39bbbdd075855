import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { reportProgress } from '#testing/progress.ts'
import { useRestartableServer } from '#testing/restartable-server.ts'
import { signUpWriters } from '#testing/writers.ts'

const rounds = Number(process.env.ROUNDS ?? 10)
const startServer = useRestartableServer('killed')

// Skipped with an external PostgreSQL, because only the embedded database is killed together with the server.
test.skipIf(inject('postgresUrl') !== null)(
  'no acknowledged write is lost when the server is killed while it writes',
  { timeout: 60_000 * rounds },
  async () => {
    const server = await startServer()
    const writers = await signUpWriters(server, Math.ceil(rounds / 10))

    for (let round = 1; round <= rounds; round++) {
      const writing = writers.write()
      // Some writes must be acknowledged in each round. Therefore the server is killed after a number of responses, not after a time.
      const enough = writers.answers() + 2 + Math.random() * 40
      let isBroken = false
      writing.catch(() => {
        isBroken = true
      })
      while (!isBroken && writers.answers() < enough) await wait(1)
      await server.kill()
      await writing
      await server.start()
      expect(await writers.findLost()).toEqual([])
      reportProgress(round, rounds)
    }
    expect(writers.answers()).toBeGreaterThan(rounds)
    process.stdout.write(
      `${rounds} rounds of killing the server while it writes: ${writers.answers()} answered writes, 0 lost\n`,
    )
  },
)
