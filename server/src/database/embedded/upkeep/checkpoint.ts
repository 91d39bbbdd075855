import type { PGlite } from '@electric-sql/pglite'
import type { Postgres } from '../pglite/start-postgres.ts'

/** The number of syncs at the last checkpoint, and its time on a monotonic clock, in ms. */
export type Checkpoint = { syncs: number; at: number }

const longestMs = 60_000
const longestLogBytes = 64 * 2 ** 20

/**
 * Makes a checkpoint after 64 MB of log, or 60 s after the last one if anything was written. This keeps the log small and a
 * recovery short. Returns the newest checkpoint. Sends no statement while nothing is written.
 */
export async function checkpointIfDue(
  postgres: Postgres,
  last: Checkpoint,
  now: number,
): Promise<Checkpoint> {
  if (postgres.fileSystem.syncs === last.syncs) return { ...last, at: now }
  const due = now - last.at >= longestMs || (await logBytes(postgres.pglite)) >= longestLogBytes
  return due ? makeCheckpoint(postgres, now) : last
}

async function makeCheckpoint({ pglite, fileSystem }: Postgres, now: number): Promise<Checkpoint> {
  // In a transaction, so that nothing is written before the syncs are counted.
  return pglite.transaction(async tx => {
    await tx.exec('CHECKPOINT')
    return { syncs: fileSystem.syncs, at: now }
  })
}

/** The bytes of log that a recovery would read now. */
async function logBytes(pglite: PGlite): Promise<number> {
  const { rows } = await pglite.query<{ bytes: number }>(
    'SELECT (pg_current_wal_insert_lsn() - redo_lsn)::float8 AS bytes FROM pg_control_checkpoint()',
  )
  return rows[0]?.bytes ?? 0
}
