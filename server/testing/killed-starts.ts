import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { startServer } from './killable-server.ts'
import { tellProgress } from './progress.ts'

type Plan = {
  rounds: number
  /** Every start is killed once. Otherwise it stands still at one moment after the other, and the copies are what a kill then leaves. */
  oneByOne: boolean
  /** How long a start computes from when it has the folder to itself, as far as is known by now. */
  openingMs: () => number
  /** A data folder as it is before the start. */
  before?: string
}

/** The data folders that the embedded database's starts leave behind when they are killed, each at a random moment. */
export async function* foldersOfKilledStarts({
  rounds,
  oneByOne,
  openingMs,
  before,
}: Plan): AsyncGenerator<string> {
  for (let round = 1; round <= rounds; ) {
    const dataDir = mkdtempSync(join(tmpdir(), 'grouplight-start-'))
    if (before) cpSync(before, dataDir, { recursive: true })
    const server = startServer({ PORT: String(await freePort()), DATA_DIR: dataDir })
    try {
      while (!existsSync(join(dataDir, 'lock.owner'))) await wait(1)
      do {
        const until = server.busyMs() + Math.random() * (oneByOne ? openingMs() : (2 * openingMs()) / rounds)
        while (server.busyMs() < until && !server.isReady()) await wait(1)
        await wait(Math.random() * 10) // that time is counted in hundredths of a second
        await server.freeze()
        const left = mkdtempSync(join(tmpdir(), 'grouplight-left-'))
        try {
          cpSync(dataDir, left, { recursive: true })
          if (oneByOne) await server.kill()
          yield left
        } finally {
          rmSync(left, { recursive: true, force: true })
        }
        tellProgress(round, rounds)
        round++
        if (!oneByOne) server.thaw()
      } while (!oneByOne && !server.isReady())
    } finally {
      await server.kill()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}
