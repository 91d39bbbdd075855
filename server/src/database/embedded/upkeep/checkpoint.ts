import type { PGlite } from '@electric-sql/pglite'
import type { Postgres } from '../pglite/start-postgres.ts'

/** The state the last checkpoint left: the file system's count of syncs, and when that was (a monotonic clock, in ms). */
export type Checkpoint = { syncs: number; at: number }

const longestMs = 60_000
const longestLogBytes = 64 * 2 ** 20

/**
 * Makes a checkpoint once there are 64 MB of log or 60 s have passed with something written, so that the log does not grow
 * for ever and recovery stays short. Answers the newest checkpoint. While nothing is written it asks the database nothing.
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
  // In a transaction, so that nobody writes between the checkpoint and the count of its syncs.
  return pglite.transaction(async tx => {
    await tx.exec('CHECKPOINT')
    return { syncs: fileSystem.syncs, at: now }
  })
}

/** How much log a recovery would have to read now. */
async function logBytes(pglite: PGlite): Promise<number> {
  const { rows } = await pglite.query<{ bytes: number }>(
    'SELECT (pg_current_wal_insert_lsn() - redo_lsn)::float8 AS bytes FROM pg_control_checkpoint()',
  )
  return rows[0]?.bytes ?? 0
}
