import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, inject, test } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { type KillableServer, startServer } from '#testing/killable-server.ts'
import { reportProgress } from '#testing/progress.ts'
import { roundsOf } from '#testing/test-scope.ts'
import { signUpWriters } from '#testing/writers.ts'

const rounds = roundsOf({ quick: 1, all: 10 })
const dataDir = mkdtempSync(join(tmpdir(), 'grouplight-killed-'))
let server: KillableServer | undefined

afterAll(() => {
  server?.child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

// Skipped with an external PostgreSQL, because only the embedded database is killed together with the server.
test.skipIf(inject('postgresUrl') !== null)(
  'no acknowledged write is lost when the server is killed while it writes',
  { timeout: 60_000 * rounds },
  async () => {
    cpSync(join(inject('embeddedTemplate'), 'pgdata'), join(dataDir, 'pgdata'), { recursive: true })
    const port = String(await freePort())
    const start = async () => {
      server = startServer({ PORT: port, DATA_DIR: dataDir })
      await server.ready()
      return server
    }
    let running = await start()
    const writers = await signUpWriters(`http://localhost:${port}`, Math.ceil(rounds / 10))

    for (let round = 1; round <= rounds; round++) {
      const writing = writers.write()
      // Some writes must be acknowledged in each round. Therefore the server is killed after a number of responses, not after a time.
      const enough = writers.answers() + 2 + Math.random() * 40
      let isBroken = false
      writing.catch(() => {
        isBroken = true
      })
      while (!isBroken && writers.answers() < enough) await wait(1)
      await running.kill()
      await writing
      running = await start()
      expect(await writers.findLost()).toEqual([])
      reportProgress(round, rounds)
    }
    expect(writers.answers()).toBeGreaterThan(rounds)
    process.stdout.write(
      `${rounds} rounds of killing the server while it writes: ${writers.answers()} answered writes, 0 lost\n`,
    )
  },
)
