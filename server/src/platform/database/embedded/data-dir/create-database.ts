import fs from 'node:fs'
import { dirname, resolve } from 'node:path'
import { OperatorError, oneLine } from '#platform/config/operator-error.ts'
import { moveDurably, syncPath } from '#platform/database/durable-files.ts'
import { fillWithNewDatabase, prebuiltDatabase } from './new-database.ts'

/** Creates `pgdata.new` and then renames it, so that `pgdata` is complete or missing after a power failure. */
export async function createDatabaseIfMissing(
  pgdata: string,
  log: (line: string) => void,
  prebuilt = prebuiltDatabase,
): Promise<void> {
  try {
    // `lstat` does not follow a link. A link to an unmounted volume must count as an existing database.
    if (fs.lstatSync(pgdata, { throwIfNoEntry: false })) return
    log(`Creating the database in ${pgdata}`)
    const staged = `${pgdata}.new`
    fs.rmSync(staged, { recursive: true, force: true })
    fs.mkdirSync(staged, { mode: 0o700 })
    await fillWithNewDatabase(staged, prebuilt) // not synced here, because syncing all files once in `moveDurably` is faster
    fs.chmodSync(staged, 0o700) // initdb also allows the owner's system group to read
    moveDurably(staged, pgdata)
    syncParent(dirname(resolve(pgdata)))
  } catch (error) {
    throw new OperatorError(`The database in ${pgdata} cannot be created: ${oneLine(error)}`)
  }
}

/** Syncs the folder that contains `dataDir`, because this start may have created `dataDir`. */
function syncParent(dataDir: string): void {
  try {
    syncPath(dirname(dataDir))
  } catch (error) {
    // A process without access to the parent folder cannot have created `dataDir`.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
  }
}
