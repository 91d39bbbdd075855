import fs from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { endProcess } from '../thread/end-process.ts'

/** Adds the sync operation that PGlite lacks. Without it, PostgreSQL's fsync would succeed without writing to the disk. */
export class SyncedFileSystem extends NodeFS {
  /** The number of syncs so far. While this number stays the same, nothing is committed. */
  syncs = 0

  override async init(pglite: PGlite, options: EmscriptenOptions) {
    const { emscriptenOpts } = await super.init(pglite, options)
    // Emscripten's `fd_sync` looks up `fsync` in `stream_ops`, for files and for directories.
    const addSync = (module: PostgresModule) =>
      Object.assign(streamOperations(module), { fsync: (stream: OpenFile) => this.#sync(stream.nfd) })
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } }
  }

  #sync(file: number): number {
    try {
      fs.fsyncSync(file)
    } catch (error) {
      // PGlite would treat an exception as a successful commit. A second sync may succeed although the changes are lost.
      endProcess(
        `The database could not be forced to disk (${error}). The process ends without confirming the change.`,
      )
    }
    this.syncs += 1
    return 0
  }
}

type EmscriptenOptions = Parameters<NodeFS['init']>[1]
type PostgresModule = PGlite['Module']
type OpenFile = { nfd: number }

function streamOperations(module: PostgresModule): object {
  return (module.NODEFS as unknown as { stream_ops: object }).stream_ops
}
