/// <reference lib="esnext.disposable" />
import type { PGlite } from '@electric-sql/pglite'
import { lockDirectory } from './directory-lock.ts'
import { guardRoom } from './disk-room.ts'
import { assertDurableSettings } from './durable-settings.ts'
import { startHousekeeping } from './housekeeping.ts'
import { createIfMissing } from './staged-creation.ts'
import { startPostgres } from './start-postgres.ts'

/** Use `pglite` until `close()`, which lets what is running end first. Inside `pglite.transaction` use its `tx` only. */
export type EmbeddedDatabase = { pglite: PGlite; close(): Promise<void> }

/**
 * Opens (creating it at the first start) the embedded PostgreSQL in `dataDir`: for one process at a time, and a change is
 * answered only after it was forced to disk. Throws EmbeddedRefusal, and has harmed nothing, when the directory is in use or
 * cannot be written, or when the database in it does not open or would not be durable.
 */
export async function openEmbedded(
  dataDir: string,
  log: (line: string) => void = () => {},
): Promise<EmbeddedDatabase> {
  // What is open so far, closed in reverse order: when a step fails, or by close().
  await using opened = new AsyncDisposableStack()
  const lock = lockDirectory(dataDir)
  opened.defer(() => lock.release())

  const pgdata = `${dataDir}/pgdata`
  await createIfMissing(pgdata, log)
  const postgres = await startPostgres(pgdata, log)
  opened.defer(() => postgres.pglite.close())
  await assertDurableSettings(postgres.pglite)
  postgres.pglite.beforeStatement = guardRoom(dataDir, log)
  opened.defer(startHousekeeping(postgres, log))

  const running = opened.move()
  return { pglite: postgres.pglite, close: () => running.disposeAsync() }
}
