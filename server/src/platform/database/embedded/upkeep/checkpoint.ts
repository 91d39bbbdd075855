import type { PGlite } from '@electric-sql/pglite'
import type { Postgres } from '../pglite/start-postgres.ts'

/** `at` is when a checkpoint last contained all changes, in ms of a monotonic clock. `syncs` counts the syncs until then. */
export type Checkpoint = { syncs: number; at: number }

const maxIntervalMs = 60_000
const maxLogBytes = 64 * 2 ** 20

/** Makes a checkpoint of new changes after 60 s or 64 MB of write-ahead log, so that the recovery after a crash is short. */
export async function checkpointIfDue(
  postgres: Postgres,
  last: Checkpoint,
  now: number,
): Promise<Checkpoint> {
  if (postgres.fileSystem.syncs === last.syncs) return { ...last, at: now }
  const due = now - last.at >= maxIntervalMs || (await logBytes(postgres.pglite)) >= maxLogBytes
  return due ? makeCheckpoint(postgres, now) : last
}

async function makeCheckpoint({ pglite, fileSystem }: Postgres, now: number): Promise<Checkpoint> {
  // Inside a transaction, no other statement can write between the checkpoint and the reading of `syncs`.
  return pglite.transaction(async tx => {
    await tx.exec('CHECKPOINT')
    return { syncs: fileSystem.syncs, at: now }
  })
}

async function logBytes(pglite: PGlite): Promise<number> {
  const { rows } = await pglite.query<{ bytes: number }>(
    'SELECT (pg_current_wal_insert_lsn() - redo_lsn)::float8 AS bytes FROM pg_control_checkpoint()',
  )
  return rows[0]?.bytes ?? 0
}
