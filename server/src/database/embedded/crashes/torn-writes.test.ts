import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { buildCrashedDisk, type Crash, type FileCall } from '#testing/crashed-disk.ts'
import { programEnv } from '#testing/program-env.ts'
import { reportProgress } from '#testing/progress.ts'
import { roundsOf } from '#testing/test-scope.ts'
import { emptyDataDir } from '../data-dir.fixture.ts'

// Each round tests one state of the disk. The environment variable ROUNDS sets another number of rounds.
const rounds = roundsOf({ quick: 1, all: 3 })
const roundsPerRecording = 10
const writesPerRecording = 120
const longestMs = 180_000

test('after a power cut that loses unsynced changes, no answered write is lost, but writes are lost if syncs have no effect', {
  timeout: longestMs * (2 * rounds + 3),
}, async () => {
  const place = emptyDataDir()
  const crashed = join(place, 'crashed')
  // the files at the start of a recording, and the number of writes that they contain
  let [start, before] = [inject('embeddedTemplate'), 0]
  let next = [start, before] as const
  let calls: FileCall[] = []
  let answered = 0
  for (let round = 1; round <= rounds; round++) {
    if (round % roundsPerRecording === 1) {
      ;[start, before] = next
      calls = await record(start, place)
      answered += calls.filter(call => call.do === 'answered').length
    }
    const done = calls.slice(0, anyMoment(calls))
    const crash = { keptShare: Math.random(), pieceBytes: Math.random() < 0.5 ? 512 : 4096 }
    cut(start, done, crashed, crash)
    const left = round % roundsPerRecording === 0 ? copyTo(join(place, `start-${round}`), crashed) : ''
    const found = await run(crashed)
    const where = `after ${done.length} of ${calls.length} calls, ${JSON.stringify(crash)}`
    expect(findLost(found, lastAnswered(done, before)), where).toEqual([])
    // The next recording starts from the files that the last cut of this recording left. It begins with a recovery, so its cuts
    // can happen during a recovery.
    next = [left, found.rows.at(-1)?.id ?? 0]
    reportProgress(round, rounds)
  }
  process.stdout.write(`${rounds} rounds of torn and reordered writes: ${answered} answered writes, 0 lost\n`)

  cut(start, calls, crashed, { keptShare: 0.5, pieceBytes: 4096, ignoresSyncs: true })
  expect(findLost(await run(crashed), lastAnswered(calls, before))).not.toEqual([])
})

type Found = { rows: { id: number; last: number; isWhole: boolean }[]; refilled: number; error?: string }

/** Runs a process that writes to a copy of `start`. Returns its file operations and the moments when writes were answered. */
async function record(start: string, place: string): Promise<FileCall[]> {
  const live = copyTo(join(place, 'live'), start)
  const recording = join(place, 'recording')
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
 * Returns how many calls precede the cut. Half of the cuts come at any call. Most calls only fill log files, so these cuts mostly
 * come among such calls. Therefore the other half come between a random answered write and the next one.
 */
function anyMoment(calls: FileCall[]): number {
  const answers = calls.flatMap((call, at) => (call.do === 'answered' ? [at] : []))
  const one = Math.random() < 0.5 ? Math.floor(Math.random() * answers.length) : -1
  const [from, to] = one < 0 ? [0, calls.length] : [answers[one] ?? 0, answers[one + 1] ?? calls.length]
  return from + Math.floor(Math.random() * (to - from + 1))
}

function cut(start: string, calls: FileCall[], crashed: string, crash: Crash): void {
  rmSync(crashed, { recursive: true, force: true })
  mkdirSync(crashed)
  buildCrashedDisk(`${start}/pgdata`, calls, `${crashed}/pgdata`, crash)
}

/** Opens the database in a separate process. Returns its content, and the reason if the process failed. */
async function run(dataDir: string, env = {}, flags: string[] = []): Promise<Found> {
  const program = fileURLToPath(new URL('./torn-writes.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...flags, program], {
    env: { ...programEnv, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longestMs,
    killSignal: 'SIGKILL',
  })
  const exit = new Promise(resolve => child.on('exit', (code, signal) => resolve(code ?? signal)))
  const [said, complaint, ended] = await Promise.all([text(child.stdout), text(child.stderr), exit])
  const found: Found = said ? JSON.parse(said) : { rows: [], refilled: 0 }
  return ended === 0 ? found : { ...found, error: `${ended} ${complaint}` }
}

function lastAnswered(calls: FileCall[], before: number): number {
  const last = calls.findLast(call => call.do === 'answered')
  return last?.do === 'answered' ? last.write : before
}

/** Returns the differences from the state after the last answered write. The write after it may be in the table, too. */
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

/** Returns the rows, as 'id:last', that the table contains after the fixture's program has made this number of writes. */
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
