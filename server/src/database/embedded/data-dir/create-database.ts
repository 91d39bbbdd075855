import fs from 'node:fs'
import { dirname, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { moveDurably, syncPath } from '#files/durable-files.ts'
import { OperatorError, oneLine } from '#operator-error.ts'

/**
 * Creates the database `pgdata` unless it is there. It is made beside its place, forced to disk and renamed, so that whenever
 * the power fails it is either complete or absent: a `pgdata` that exists is never deleted, a `pgdata.new` never trusted.
 */
export async function createDatabaseIfMissing(pgdata: string, log: (line: string) => void): Promise<void> {
  try {
    // lstat, because a link to a volume that is not mounted now is a database that exists.
    if (fs.lstatSync(pgdata, { throwIfNoEntry: false })) return
    log(`Creating the database in ${pgdata}`)
    const staged = `${pgdata}.new`
    fs.rmSync(staged, { recursive: true, force: true })
    fs.mkdirSync(staged, { mode: 0o700 }) // PGlite's own modes let everybody read and write
    await initialize(staged)
    await moveDurably(staged, pgdata)
    await syncParent(dirname(resolve(pgdata)))
  } catch (error) {
    throw new OperatorError(`The database in ${pgdata} cannot be created: ${oneLine(error)}`)
  }
}

/** Neither initdb nor this start syncs anything: `moveDurably` does it all at once, and faster. */
async function initialize(directory: string): Promise<void> {
  const pglite = await PGlite.create({ fs: new NodeFS(directory) })
  await pglite.close()
}

/** Makes `dataDir` itself last, in case this start made it. */
async function syncParent(dataDir: string): Promise<void> {
  try {
    await syncPath(dirname(dataDir))
  } catch (error) {
    // A parent that this process may not read is not one in which it has just made something.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
  }
}
