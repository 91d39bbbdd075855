import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError, oneLine } from '#platform/config/operator-error.ts'
import { requireAccess } from './require-access.ts'

export type DirectoryLock = { release(): void }

export class DirectoryInUse extends OperatorError {}

/**
 * Creates the data directory if necessary, and locks it. Throws OperatorError if the directory is already locked or cannot be
 * written. No other code of this process may open `lock.sqlite`: on POSIX systems, closing any handle of a file releases all locks
 * of the process on the file.
 */
export function lockDirectory(dataDir: string): DirectoryLock {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    requireAccess(dataDir)
    return acquireLock(join(dataDir, 'lock.sqlite'), ownerFile(dataDir))
  } catch (error) {
    if (error instanceof OperatorError) throw error
    if (isBusy(error))
      throw new DirectoryInUse(
        `DATA_DIR ${dataDir} is in use by ${ownerOf(dataDir)}: the embedded database allows only one server, set DATABASE_URL to run several servers`,
      )
    throw new OperatorError(`DATA_DIR ${dataDir} cannot be written: ${oneLine(error)}`)
  }
}

function acquireLock(path: string, owner: string): DirectoryLock {
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    writeFileSync(owner, `process ${process.pid} (since ${new Date().toISOString()})\n`)
  } catch (error) {
    lock.close()
    throw error
  }
  return {
    release() {
      rmSync(owner, { force: true })
      lock.close()
    },
  }
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

function ownerOf(dataDir: string): string {
  try {
    return readFileSync(ownerFile(dataDir), 'utf8').trim() || 'another process'
  } catch {
    return 'another process'
  }
}

function ownerFile(dataDir: string): string {
  return join(dataDir, 'lock.owner')
}
