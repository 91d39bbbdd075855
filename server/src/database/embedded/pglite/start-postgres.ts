import { accessSync, constants, rmSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { OperatorError, oneLine } from '#operator-error.ts'
import type { CompiledPostgres } from './compiled-postgres.ts'
import { GuardedPGlite } from './guarded-pglite.ts'
import { SyncedFileSystem } from './synced-file-system.ts'

export type Postgres = { pglite: GuardedPGlite; fileSystem: SyncedFileSystem }

/**
 * Starts PostgreSQL on an existing `pgdata` that nobody else has, recovering it if the last process was cut off. Refuses one that
 * does not open.
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
    // Without this file PGlite would create a new database over what is left of the old one.
    accessSync(`${pgdata}/PG_VERSION`, constants.R_OK)
    // Left by a process that was killed. Who has the directory our own lock says; this file PostgreSQL refuses when it is empty,
    // as it is when that process had only just begun to write it.
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
  ...['-c', 'shared_buffers=16MB'], // the operating system caches the rest: 100 MB less memory and a quicker start
  ...['-c', 'log_line_prefix='],
  ...['-c', 'log_min_messages=fatal'], // errors go to who asked; in a log they would carry people's addresses
]
