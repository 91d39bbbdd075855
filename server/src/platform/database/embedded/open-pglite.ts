/// <reference lib="esnext.disposable" />
import type { PGlite } from '@electric-sql/pglite'
import { createDatabaseIfMissing } from './data-dir/create-database.ts'
import { lockDirectory } from './data-dir/directory-lock.ts'
import type { CompiledPostgres } from './pglite/compiled-postgres.ts'
import { requireDurableSettings } from './pglite/require-durable-settings.ts'
import { startPostgres } from './pglite/start-postgres.ts'
import { guardDiskSpace } from './upkeep/disk-space.ts'
import { startHousekeeping } from './upkeep/housekeeping.ts'

export type OpenPglite = { pglite: PGlite; close(): Promise<void> }

export async function openPglite(
  dataDir: string,
  log: (line: string) => void = () => {},
  program?: CompiledPostgres,
): Promise<OpenPglite> {
  await using opened = new AsyncDisposableStack()
  const lock = lockDirectory(dataDir)
  opened.defer(() => lock.release())

  const pgdata = `${dataDir}/pgdata`
  await createDatabaseIfMissing(pgdata, log)
  const postgres = await startPostgres(pgdata, log, program)
  opened.defer(() => postgres.pglite.close())
  await requireDurableSettings(postgres.pglite)
  postgres.pglite.beforeStatement = guardDiskSpace(dataDir, log)
  opened.defer(startHousekeeping(postgres, log))

  const running = opened.move()
  return { pglite: postgres.pglite, close: () => running.disposeAsync() }
}
