import { setImmediate } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { expect, test, vi } from 'vitest'
import { type Checkpoint, checkpointIfDue } from '#platform/database/embedded/upkeep/checkpoint.ts'
import { startedPostgres } from './data-dir.fixture.ts'

const minute = 60_000
const noCheckpoint: Checkpoint = { syncs: 0, at: 0 }

test('a changed database gets a checkpoint after a minute, and an idle database gets no further statements', async () => {
  const postgres = await startedPostgres()
  const { pglite, fileSystem } = postgres
  const opened = { syncs: fileSystem.syncs, at: 0 }
  await pglite.exec('CREATE TABLE notes (text text)')
  const before = await redoPosition(pglite)
  expect(await checkpointIfDue(postgres, opened, minute - 1)).toEqual(opened)
  expect(await redoPosition(pglite)).toBe(before)
  const made = await checkpointIfDue(postgres, opened, minute)
  expect(await redoPosition(pglite)).not.toBe(before)

  const statements = vi.spyOn(pglite, '_runExclusiveTransaction')
  const idle = await checkpointIfDue(postgres, made, 10 * minute)
  expect(statements).not.toHaveBeenCalled()
  expect(idle).toEqual({ ...made, at: 10 * minute })
})

test('64 MB of write-ahead log cause a checkpoint before a minute is over', async () => {
  const postgres = await startedPostgres()
  const before = await redoPosition(postgres.pglite)
  await postgres.pglite.exec(`
    SELECT pg_logical_emit_message(true, 'test', repeat('x', 1024 * 1024)) FROM generate_series(1, 64)`)
  await checkpointIfDue(postgres, noCheckpoint, 1)
  expect(await redoPosition(postgres.pglite)).not.toBe(before)
})

test('a due checkpoint waits until the open transaction has ended', async () => {
  const postgres = await startedPostgres()
  const { pglite } = postgres
  await pglite.exec('CREATE TABLE notes (text text)')
  const before = await redoPosition(pglite)

  const work = Promise.withResolvers<void>()
  const transaction = pglite.transaction(async tx => {
    await work.promise
    return redoPosition(tx)
  })
  const checkpoint = checkpointIfDue(postgres, noCheckpoint, minute)
  await setImmediate()
  work.resolve()
  expect(await transaction).toBe(before)
  await checkpoint
  expect(await redoPosition(pglite)).not.toBe(before)
})

async function redoPosition(on: Pick<PGlite, 'query'>): Promise<string | undefined> {
  const { rows } = await on.query<{ redo: string }>('SELECT redo_lsn AS redo FROM pg_control_checkpoint()')
  return rows[0]?.redo
}
