/// <reference lib="esnext.disposable" />
import type { PGlite } from '@electric-sql/pglite'
import type { CompiledPostgres } from './compiled-postgres.ts'
import { lockDirectory } from './directory-lock.ts'
import { guardRoom } from './disk-room.ts'
import { assertDurableSettings } from './durable-settings.ts'
import { startHousekeeping } from './housekeeping.ts'
import { createIfMissing } from './staged-creation.ts'
import { startPostgres } from './start-postgres.ts'

/** Use `pglite` until `close()`, which lets what is running end first. */
export type HeldDatabase = { pglite: PGlite; close(): Promise<void> }

/**
 * Takes the directory for this process, opens (creating it at the first start) the PostgreSQL in it and looks after it, in the
 * thread that asks. Throws EmbeddedRefusal.
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
