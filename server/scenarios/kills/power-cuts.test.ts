import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest'
import { findMailbox } from '#testing/find-mailbox.ts'
import { freePort } from '#testing/free-port.ts'
import { type KillableServer, startServer } from '#testing/killable-server.ts'
import { makeLoopDisk } from '#testing/loop-disk.ts'
import { reportProgress } from '#testing/progress.ts'
import { TestUser } from '#testing/test-user.ts'
import { signUpWriters, type Writers } from '#testing/writers.ts'

const rounds = Number(process.env.ROUNDS ?? 1)
const longTimeout = { timeout: 60_000 * (rounds + 2) }

// These tests need the embedded database, because the files of an external PostgreSQL are not on the test disk.
const onEmbedded = inject('postgresUrl') === null
const disk = onEmbedded ? makeLoopDisk(512) : null
if (onEmbedded && !disk) print('0 rounds of power cuts: skipped, loop mounts are not allowed here')

let server: KillableServer | undefined

afterEach(() => server?.kill())
afterAll(() => disk?.remove())

describe.skipIf(!disk)('power cuts', async () => {
  if (!disk) return
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const dataDir = join(disk.folder, 'data')
  const secretFile = join(dataDir, 'secret')

  const launch = (program: string, flags: string[] = []) => {
    server = startServer({ PORT: port, DATA_DIR: dataDir }, { program, flags })
    return server
  }
  const start = async (flags?: string[]) => {
    const started = launch('./serve.ts', flags)
    await started.ready()
    return started
  }

  /**
   * Cuts the power after the given number of acknowledged writes, while users write and the database runs its maintenance jobs.
   */
  async function writeAndCut(running: KillableServer, writers: Writers, answers: number): Promise<void> {
    const writing = Promise.all([writers.write(), runMaintenance(running)])
    let isBroken = false
    writing.catch(() => {
      isBroken = true
    })
    const enough = writers.answers() + answers
    while (!isBroken && writers.answers() < enough) await wait(1)
    await running.freeze()
    await disk?.cutPower(() => running.kill())
    await writing
  }

  test(
    'if the power is cut while users write, no acknowledged write is lost, but some are lost if the server never syncs',
    longTimeout,
    async () => {
      cpSync(inject('embeddedTemplate'), dataDir, { recursive: true })
      disk.sync()
      let running = await start()
      const writers = await signUpWriters(
        { url, mailbox: findMailbox({ DATA_DIR: dataDir }) },
        Math.ceil(rounds / 4),
      )
      for (let round = 1; round <= rounds; round++) {
        await writeAndCut(running, writers, 2 + Math.random() * 100)
        running = await start()
        expect(await writers.findLost()).toEqual([])
        reportProgress(round, rounds)
      }
      print(
        `${rounds} rounds of power cuts while the server writes: ${writers.answers()} answered writes, 0 lost`,
      )

      await running.kill()
      running = await start(['--import', neverSyncing])
      await writeAndCut(running, writers, 100)
      const lost = await start()
        .then(() => writers.findLost())
        .catch(error => [String(error)])
      expect(lost).not.toEqual([])
    },
  )

  test(
    'after a power cut during a first start, the next start works and keeps the secret if one was stored',
    longTimeout,
    async () => {
      let startMs = 5_000
      let made = 0
      // This test has half as many rounds as the test above, because creating the database takes long.
      for (let round = 0; round < rounds; round += 2) {
        rmSync(dataDir, { recursive: true, force: true })
        disk.sync()
        const first = launch('../src/start/main.ts')
        const until = Math.random() * startMs
        while (first.busyMs() < until && !first.isReady()) await wait(1)
        await first.freeze()
        await disk.cutPower(() => first.kill())
        const secret = existsSync(secretFile) ? readFileSync(secretFile, 'utf8') : undefined
        if (existsSync(join(dataDir, 'pgdata'))) made++

        const next = launch('../src/start/main.ts')
        await next.ready()
        startMs = Math.max(startMs, next.busyMs())
        await new TestUser(url, { name: 'Ana', email: 'ana@example.org' }).register()
        expect(readFileSync(secretFile, 'utf8')).toMatch(/^[\w-]{43}$/)
        if (secret !== undefined) expect(readFileSync(secretFile, 'utf8')).toBe(secret)
        await next.kill()
        reportProgress(round, rounds)
      }
      const cuts = Math.ceil(rounds / 2)
      print(
        `${cuts} rounds of power cuts in a first start, ${made} of them after the database was made; each next start kept the secret`,
      )
    },
  )
})

/** Runs the database's maintenance jobs one after the other until the process ends. */
async function runMaintenance({ child }: KillableServer): Promise<void> {
  const ended = once(child, 'exit')
  for (let turn = 0; child.exitCode === null && child.signalCode === null; turn++) {
    child.send({ sql: maintenance[turn % maintenance.length] }, () => {})
    await Promise.race([once(child, 'message'), ended])
    await wait(Math.random() * 100)
  }
  // The exit code of a killed process is null.
  expect(child.exitCode).toBeNull()
}

const maintenance = [
  'checkpoint',
  'vacuum (analyze) memberships',
  'select pg_switch_wal()',
  'vacuum notifications',
  'reindex table notices',
]

/** This module is loaded before the server. It replaces `fs.fsyncSync` by a function that does nothing. */
const neverSyncing = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  fs.fsyncSync = () => {}
  syncBuiltinESMExports()`)}`

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
