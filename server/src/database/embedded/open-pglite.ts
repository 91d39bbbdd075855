/// <reference lib="esnext.disposable" />
import type { PGlite } from '@electric-sql/pglite'
import { createIfMissing } from './data-dir/create-database.ts'
import { lockDirectory } from './data-dir/directory-lock.ts'
import type { CompiledPostgres } from './pglite/compiled-postgres.ts'
import { assertDurableSettings } from './pglite/require-durable-settings.ts'
import { startPostgres } from './pglite/start-postgres.ts'
import { guardRoom } from './upkeep/disk-space.ts'
import { startHousekeeping } from './upkeep/housekeeping.ts'

/** Use `pglite` until `close()`, which lets what is running end first. */
export type HeldDatabase = { pglite: PGlite; close(): Promise<void> }

/**
 * Takes the directory for this process, opens (creating it at the first start) the PostgreSQL in it and looks after it, in the
 * thread that asks. Throws OperatorError.
 */
export async function holdDatabase(
  dataDir: string,
  log: (line: string) => void = () => {},
  program?: CompiledPostgres,
): Promise<HeldDatabase> {
  // What is open so far, closed in reverse order: when a step fails, or by close().
  await using opened = new AsyncDisposableStack()
  const lock = lockDirectory(dataDir)
  opened.defer(() => lock.release())

  const pgdata = `${dataDir}/pgdata`
  await createIfMissing(pgdata, log)
  const postgres = await startPostgres(pgdata, log, program)
  opened.defer(() => postgres.pglite.close())
  await assertDurableSettings(postgres.pglite)
  postgres.pglite.beforeStatement = guardRoom(dataDir, log)
  opened.defer(startHousekeeping(postgres, log))

  const running = opened.move()
  return { pglite: postgres.pglite, close: () => running.disposeAsync() }
}
