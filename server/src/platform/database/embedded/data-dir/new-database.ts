import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { MemoryFS, PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { compiledPostgres } from '../pglite/compiled-postgres.ts'
import { unoptimizedFunctions } from '../pglite/unoptimized-functions.ts'

/**
 * The empty database that the build creates. It must fit the version of PGlite, so it is in a folder that `npm ci` deletes
 * together with PGlite.
 */
export const prebuiltDatabase = fileURLToPath(
  new URL('../../../../../node_modules/.cache/database', import.meta.url),
)

/** Copies `prebuilt` to an empty directory, or creates a new database there if `prebuilt` does not exist. Does not sync the files. */
export async function fillWithNewDatabase(directory: string, prebuilt: string): Promise<void> {
  if (fs.existsSync(prebuilt)) fs.cpSync(prebuilt, directory, { recursive: true })
  else await initialize(directory)
}

// This function takes some seconds, and needs 200 MB more memory than running a database. Copying `prebuilt` avoids both.
async function initialize(directory: string): Promise<void> {
  const sharedBuffers = 'shared_buffers=16MB'
  const pglite = await PGlite.create({
    fs: new DirectFileSystem(directory),
    pgliteWasmModule: await compiledPostgres(),
    extensions: { unoptimizedFunctions },
    initDbStartParams: ['--set', sharedBuffers],
    startParams: [...PGlite.defaultStartParams, '-c', sharedBuffers],
  })
  await pglite.close()
}

/**
 * Writes directly to the disk. It extends MemoryFS, because PGlite then creates the database in place. With any other file system,
 * PGlite would keep two copies of all files in memory.
 */
class DirectFileSystem extends MemoryFS {
  readonly #files: NodeFS

  constructor(directory: string) {
    super()
    this.#files = new NodeFS(directory)
  }

  override init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    this.pg = args[0]
    return this.#files.init(...args)
  }
}
