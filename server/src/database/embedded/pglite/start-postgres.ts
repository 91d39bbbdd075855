import { accessSync, constants, rmSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { OperatorError, oneLine } from '#operator-error.ts'
import type { CompiledPostgres } from './compiled-postgres.ts'
import { GuardedPGlite } from './guarded-pglite.ts'
import { SyncedFileSystem } from './synced-file-system.ts'

export type Postgres = { pglite: GuardedPGlite; fileSystem: SyncedFileSystem }

/**
 * Starts PostgreSQL on an existing `pgdata` that this process has locked. PostgreSQL recovers automatically after a crash. Throws
 * OperatorError if it does not open.
 */
export async function startPostgres(
  pgdata: string,
  log: (line: string) => void,
  program?: CompiledPostgres,
): Promise<Postgres> {
  let lastWords: string | undefined
  const onStderr = (line: string) => {
    lastWords = /^(?:FATAL|PANIC):\s*(.+)/.exec(line)?.[1] ?? lastWords
    log(line)
    return false
  }
  try {
    // Without this file, PGlite would create a new database over the old one.
    accessSync(`${pgdata}/PG_VERSION`, constants.R_OK)
    // Left by a killed process. Our own lock replaces this file, and PostgreSQL refuses to start if the file is empty.
    rmSync(`${pgdata}/postmaster.pid`, { force: true })
    const fileSystem = new SyncedFileSystem(pgdata)
    const pglite = new GuardedPGlite({
      ...{ fs: fileSystem, startParams, relaxedDurability: false, onStderr },
      pgliteWasmModule: program,
    })
    await pglite.waitReady
    return { pglite, fileSystem }
  } catch (error) {
    throw new OperatorError(
      `The database in ${pgdata} does not open: ${lastWords ?? oneLine(error)}. It was left as it is.`,
    )
  }
}

const startParams = [
  ...PGlite.defaultStartParams.filter(param => param !== '-F'), // -F turns fsync off
  ...['-c', 'wal_sync_method=fsync'], // the default, fdatasync, does nothing in PGlite
  ...['-c', 'shared_buffers=16MB'], // the operating system caches the rest, which saves 100 MB of memory and starts faster
  ...['-c', 'log_line_prefix='],
  ...['-c', 'log_min_messages=fatal'], // errors are returned to the caller; in a log they would contain addresses
]
