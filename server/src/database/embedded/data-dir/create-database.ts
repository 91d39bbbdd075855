import fs from 'node:fs'
import { dirname, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { moveDurably, syncPath } from '#files/durable-files.ts'
import { OperatorError, oneLine } from '#operator-error.ts'

/**
 * Creates the database `pgdata` unless it exists. It is created as `pgdata.new`, synced to disk and then renamed, so after a
 * power failure it is either complete or missing. An existing `pgdata` is never deleted, and an existing `pgdata.new` is never
 * used.
 */
export async function createDatabaseIfMissing(pgdata: string, log: (line: string) => void): Promise<void> {
  try {
    // lstat, because a link to an unmounted volume counts as an existing database.
    if (fs.lstatSync(pgdata, { throwIfNoEntry: false })) return
    log(`Creating the database in ${pgdata}`)
    const staged = `${pgdata}.new`
    fs.rmSync(staged, { recursive: true, force: true })
    fs.mkdirSync(staged, { mode: 0o700 }) // PGlite's own modes would let every user read and write
    await initialize(staged)
    moveDurably(staged, pgdata)
    syncParent(dirname(resolve(pgdata)))
  } catch (error) {
    throw new OperatorError(`The database in ${pgdata} cannot be created: ${oneLine(error)}`)
  }
}

/** Syncs nothing. `moveDurably` syncs everything once, which is faster. */
async function initialize(directory: string): Promise<void> {
  const pglite = await PGlite.create({ fs: new NodeFS(directory) })
  await pglite.close()
}

/** Syncs the entry of `dataDir` in its parent folder, in case this start created it. */
function syncParent(dataDir: string): void {
  try {
    syncPath(dirname(dataDir))
  } catch (error) {
    // A process that may not read the parent folder has created nothing in it.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
  }
}
