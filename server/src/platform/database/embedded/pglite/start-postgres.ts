import { accessSync, constants, rmSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { OperatorError, oneLine } from '#platform/config/operator-error.ts'
import type { CompiledPostgres } from './compiled-postgres.ts'
import { GuardedPGlite } from './guarded-pglite.ts'
import { SyncedFileSystem } from './synced-file-system.ts'
import { unoptimizedFunctions } from './unoptimized-functions.ts'

export type Postgres = { pglite: GuardedPGlite; fileSystem: SyncedFileSystem }

/** The data directory must already be locked. Throws OperatorError if PostgreSQL does not start. */
export async function startPostgres(
  pgdata: string,
  log: (line: string) => void,
  program?: CompiledPostgres,
): Promise<Postgres> {
  let lastFatalMessage: string | undefined
  const onStderr = (line: string) => {
    lastFatalMessage = /^(?:FATAL|PANIC):\s*(.+)/.exec(line)?.[1] ?? lastFatalMessage
    log(line)
    return false
  }
  try {
    // If this file is missing, PGlite would create a new database over the old one.
    accessSync(`${pgdata}/PG_VERSION`, constants.R_OK)
    // A killed process may leave this file empty. PostgreSQL would then not start.
    rmSync(`${pgdata}/postmaster.pid`, { force: true })
    const fileSystem = new SyncedFileSystem(pgdata)
    const pglite = new GuardedPGlite({
      ...{ fs: fileSystem, startParams, relaxedDurability: false, onStderr },
      pgliteWasmModule: program,
      extensions: { unoptimizedFunctions },
    })
    await pglite.waitReady
    return { pglite, fileSystem }
  } catch (error) {
    throw new OperatorError(
      `The database in ${pgdata} does not open: ${lastFatalMessage ?? oneLine(error)}. It was left as it is.`,
    )
  }
}

const startParams = [
  ...PGlite.defaultStartParams.filter(param => param !== '-F'), // -F turns fsync off
  ...['-c', 'wal_sync_method=fsync'], // the default, fdatasync, does nothing in PGlite
  ...['-c', 'shared_buffers=16MB'], // 100 MB less than the default; more is not needed, because the operating system caches the files
  ...['-c', 'log_line_prefix='],
  ...['-c', 'log_min_messages=fatal'], // error messages can contain email addresses, which must not be logged
]
