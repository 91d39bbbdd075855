import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { startServer } from './killable-server.ts'
import { reportProgress } from './progress.ts'

type Plan = {
  rounds: number
  /**
   * If true, each kill has a process of its own. If false, a process is suspended repeatedly until it is ready, and each copy of its
   * folder simulates a kill.
   */
  oneByOne: boolean
  /** The estimated CPU time in milliseconds that a start needs after it has locked the folder. */
  openingMs: () => number
  /** A data folder that is copied for each process. By default, each process begins with an empty folder. */
  before?: string
  /** The default is this version. */
  version?: { env: NodeJS.ProcessEnv; flags: string[] }
}

/**
 * Kills starts on the embedded database at random moments. Yields a copy of the data folder for each kill, and removes the copy when
 * the next is requested.
 */
export async function* foldersOfKilledStarts({
  rounds,
  oneByOne,
  openingMs,
  before,
  version,
}: Plan): AsyncGenerator<string> {
  for (let round = 1; round <= rounds; ) {
    const dataDir = mkdtempSync(join(tmpdir(), 'grouplight-start-'))
    if (before) cpSync(before, dataDir, { recursive: true })
    const env = { PORT: String(await freePort()), DATA_DIR: dataDir, ...version?.env }
    const server = startServer(env, version)
    try {
      while (!existsSync(join(dataDir, 'lock.owner'))) await wait(1)
      // A start without a database copies an empty one in the first tenth of `openingMs`. If a process is suspended repeatedly,
      // the first suspension comes in the first half of this tenth, so that it interrupts the copying.
      let longestMs = oneByOne ? openingMs() : openingMs() / 20
      do {
        const until = server.busyMs() + Math.random() * longestMs
        while (server.busyMs() < until && !server.isReady()) await wait(1)
        await wait(Math.random() * 10) // reaches moments between two steps of the measured CPU time
        await server.freeze()
        const left = mkdtempSync(join(tmpdir(), 'grouplight-left-'))
        try {
          cpSync(dataDir, left, { recursive: true })
          if (oneByOne) await server.kill()
          yield left
        } finally {
          rmSync(left, { recursive: true, force: true })
        }
        reportProgress(round, rounds)
        round++
        if (!oneByOne) server.resume()
        longestMs = (2 * openingMs()) / rounds
      } while (!oneByOne && !server.isReady())
    } finally {
      await server.kill()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}
