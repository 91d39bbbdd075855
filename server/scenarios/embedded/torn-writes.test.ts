import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { buildCrashedDisk, type Crash, type FileCall } from '#testing/crashed-disk.ts'
import { programEnv } from '#testing/program-env.ts'
import { reportProgress } from '#testing/progress.ts'
import { emptyDataDir } from './data-dir.fixture.ts'

// Each round tests one state of the disk. The environment variable ROUNDS sets another number of rounds.
const rounds = Number(process.env.ROUNDS ?? 3)
const roundsPerRecording = 10
const writesPerRecording = 120
const longestMs = 180_000

test('no answered write is lost by a power cut that loses unsynced changes, but some are lost if syncs have no effect', {
  timeout: longestMs * (2 * rounds + 3),
}, async () => {
  const folder = emptyDataDir()
  const crashed = join(folder, 'crashed')
  // `start` is a folder with the files at the start of a recording. `before` is the number of writes that these files contain.
  let [start, before] = [inject('embeddedTemplate'), 0]
  let next = [start, before] as const
  let calls: FileCall[] = []
  let answered = 0
  for (let round = 1; round <= rounds; round++) {
    if (round % roundsPerRecording === 1) {
      ;[start, before] = next
      calls = await record(start, folder)
      answered += calls.filter(call => call.do === 'answered').length
    }
    const done = calls.slice(0, anyMoment(calls))
    const crash = { keptShare: Math.random(), pieceBytes: Math.random() < 0.5 ? 512 : 4096 }
    cut(start, done, crashed, crash)
    const left = round % roundsPerRecording === 0 ? copyTo(join(folder, `start-${round}`), crashed) : ''
    const found = await run(crashed)
    const where = `after ${done.length} of ${calls.length} calls, ${JSON.stringify(crash)}`
    expect(findLost(found, lastAnswered(done, before)), where).toEqual([])
    // The next recording starts from the files after the last cut, so that its cuts can interrupt a recovery.
    next = [left, found.rows.at(-1)?.id ?? 0]
    reportProgress(round, rounds)
  }
  process.stdout.write(`${rounds} rounds of torn and reordered writes: ${answered} answered writes, 0 lost\n`)

  cut(start, calls, crashed, { keptShare: 0.5, pieceBytes: 4096, ignoresSyncs: true })
  expect(findLost(await run(crashed), lastAnswered(calls, before))).not.toEqual([])
})

type Found = { rows: { id: number; last: number; isWhole: boolean }[]; refilled: number; error?: string }

async function record(start: string, folder: string): Promise<FileCall[]> {
  const live = copyTo(join(folder, 'live'), start)
  const recording = join(folder, 'recording')
  rmSync(recording, { force: true })
  const { error } = await run(
    live,
    { WRITES: String(writesPerRecording), RECORD_FOLDER: `${live}/pgdata`, RECORD_TO: recording },
    ['--import', import.meta.resolve('#testing/record-files.ts')],
  )
  expect(error).toBeUndefined()
  return readFileSync(recording, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
}

/**
 * Returns the number of calls before the cut. Half of the cuts come after a random call, mostly while PostgreSQL fills files of
 * the write-ahead log. The other half come between the answers to two consecutive writes, or after the last answer.
 */
function anyMoment(calls: FileCall[]): number {
  const answers = calls.flatMap((call, at) => (call.do === 'answered' ? [at] : []))
  const answered = Math.random() < 0.5 ? Math.floor(Math.random() * answers.length) : -1
  const [from, to] =
    answered < 0 ? [0, calls.length] : [answers[answered] ?? 0, answers[answered + 1] ?? calls.length]
  return from + Math.floor(Math.random() * (to - from + 1))
}

function cut(start: string, calls: FileCall[], crashed: string, crash: Crash): void {
  rmSync(crashed, { recursive: true, force: true })
  mkdirSync(crashed)
  buildCrashedDisk(`${start}/pgdata`, calls, `${crashed}/pgdata`, crash)
}

async function run(dataDir: string, env = {}, flags: string[] = []): Promise<Found> {
  const program = fileURLToPath(new URL('./torn-writes.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...flags, program], {
    env: { ...programEnv, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longestMs,
    killSignal: 'SIGKILL',
  })
  const exit = new Promise(resolve => child.on('exit', (code, signal) => resolve(code ?? signal)))
  const [stdout, stderr, ended] = await Promise.all([text(child.stdout), text(child.stderr), exit])
  const found: Found = stdout ? JSON.parse(stdout) : { rows: [], refilled: 0 }
  return ended === 0 ? found : { ...found, error: `${ended} ${stderr}` }
}

function lastAnswered(calls: FileCall[], before: number): number {
  const last = calls.findLast(call => call.do === 'answered')
  return last?.do === 'answered' ? last.write : before
}

/** The table may also contain the write after the last answered write. */
function findLost({ rows, refilled, error }: Found, answered: number): string[] {
  if (error) return [error]
  const found = rows.map(({ id, last }) => `${id}:${last}`)
  const isOneMore = rows.at(-1)?.id === answered + 1
  const expected = rowsAfter(answered + (isOneMore ? 1 : 0))
  return [
    ...expected.filter(row => !found.includes(row)).map(row => `${row} is missing`),
    ...found.filter(row => !expected.includes(row)).map(row => `${row} should not be there`),
    ...rows.filter(({ isWhole }) => !isWhole).map(({ id }) => `${id} is torn`),
    ...(refilled === 0 || refilled === 1000 ? [] : [`${refilled} of 1000 rows that come together`]),
  ]
}

/** Predicts the table after this number of writes by the program of the fixture. A row is a text like 'id:last'. */
function rowsAfter(writes: number): string[] {
  const rows = new Map<number, number>()
  for (let write = 1; write <= writes; write++) {
    rows.set(write, write)
    for (const id of rows.keys()) {
      if (write % 3 === 0 && id % 10 === write % 10) rows.set(id, write)
      if (write % 7 === 0 && id < write && id % 16 === write % 16) rows.delete(id)
    }
  }
  return [...rows].map(([id, last]) => `${id}:${last}`)
}

function copyTo(target: string, source: string): string {
  rmSync(target, { recursive: true, force: true })
  cpSync(source, target, { recursive: true })
  return target
}
