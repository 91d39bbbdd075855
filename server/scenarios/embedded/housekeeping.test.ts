import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPglite } from '#platform/database/embedded/open-pglite.ts'
import { dataDirWithDatabase } from './data-dir.fixture.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('an open database makes due checkpoints automatically, and closing it while a checkpoint is due logs no error', async () => {
  const lines: string[] = []
  const { pglite, close } = await openPglite(dataDirWithDatabase(), line => lines.push(line))
  const redo = 'SELECT redo_lsn FROM pg_control_checkpoint()'
  const { rows: before } = await pglite.query(redo)
  await pglite.exec('CREATE TABLE notes (text text)')
  await vi.advanceTimersByTimeAsync(65_000)
  expect((await pglite.query(redo)).rows).not.toEqual(before)

  await pglite.exec('DROP TABLE notes')
  vi.advanceTimersByTime(60 * 60_000)
  await close()
  expect(lines).toEqual([])
})
