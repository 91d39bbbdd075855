import fs from 'node:fs'
import { dirname, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { moveDurably, syncPath } from '#files/durable-files.ts'
import { OperatorError, oneLine } from '#operator-error.ts'

/**
 * Creates the database `pgdata` unless it exists. It is made as `pgdata.new`, forced to disk and renamed: whenever the power
 * fails, it is complete or absent. An existing `pgdata` is never deleted, an existing `pgdata.new` never used.
 */
export async function createDatabaseIfMissing(pgdata: string, log: (line: string) => void): Promise<void> {
  try {
    // lstat, because a link to an unmounted volume is an existing database.
    if (fs.lstatSync(pgdata, { throwIfNoEntry: false })) return
    log(`Creating the database in ${pgdata}`)
    const staged = `${pgdata}.new`
    fs.rmSync(staged, { recursive: true, force: true })
    fs.mkdirSync(staged, { mode: 0o700 }) // PGlite's own modes let everybody read and write
    await initialize(staged)
    moveDurably(staged, pgdata)
    syncParent(dirname(resolve(pgdata)))
  } catch (error) {
    throw new OperatorError(`The database in ${pgdata} cannot be created: ${oneLine(error)}`)
  }
}

/** Syncs nothing: `moveDurably` does it once, which is faster. */
async function initialize(directory: string): Promise<void> {
  const pglite = await PGlite.create({ fs: new NodeFS(directory) })
  await pglite.close()
}

/** Forces the name of `dataDir` itself to disk, in case this start created it. */
function syncParent(dataDir: string): void {
  try {
    syncPath(dirname(dataDir))
  } catch (error) {
    // Where this process may not read, it has created nothing.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
  }
}
