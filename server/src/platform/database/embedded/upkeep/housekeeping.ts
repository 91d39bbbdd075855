import { oneLine } from '#platform/config/operator-error.ts'
import { isDiskFull } from '../../database-errors.ts'
import type { Postgres } from '../pglite/start-postgres.ts'
import { checkpointIfDue } from './checkpoint.ts'
import { vacuumDueTables } from './vacuum.ts'

const roundEveryMs = 5_000
const vacuumEveryMs = 10 * 60_000

/** Starts periodic checkpoints and vacuums, because PGlite has no background processes. Returns a function that stops them. */
export function startHousekeeping(postgres: Postgres, log: (line: string) => void): () => void {
  let checkpoint = { syncs: postgres.fileSystem.syncs, at: performance.now() }
  let vacuumedAt = performance.now()
  let running = false

  const round = async () => {
    if (running) return
    running = true
    try {
      checkpoint = await checkpointIfDue(postgres, checkpoint, performance.now())
      if (performance.now() - vacuumedAt >= vacuumEveryMs) {
        vacuumedAt = performance.now()
        await vacuumDueTables(postgres.pglite)
      }
    } catch (error) {
      // The disk space guard has already logged that the disk is full.
      if (postgres.pglite.ready && !isDiskFull(error))
        log(`Housekeeping of the database failed: ${oneLine(error)}`)
    } finally {
      running = false
    }
  }

  const timer = setInterval(round, roundEveryMs).unref()
  return () => clearInterval(timer)
}
