import fs from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { endProcess } from '../thread/end-process.ts'

/**
 * PGlite's NodeFS with the operation it lacks: a sync that reaches the disk. Without it PostgreSQL's fsync succeeds and does
 * nothing.
 */
export class SyncedFileSystem extends NodeFS {
  /** Counts syncs: unchanged means that nothing was written. */
  syncs = 0

  override async init(pglite: PGlite, options: EmscriptenOptions) {
    const { emscriptenOpts } = await super.init(pglite, options)
    // Emscripten's fd_sync looks for `fsync` in this table, for files and directories.
    const addSync = (module: PostgresModule) =>
      Object.assign(streamOperations(module), { fsync: (stream: OpenFile) => this.#sync(stream.nfd) })
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } }
  }

  #sync(file: number): number {
    try {
      fs.fsyncSync(file)
    } catch (error) {
      // Only the end of the process is safe: PGlite answers an exception as a successful commit, a panic of PostgreSQL spins for
      // ever, and a second sync may succeed although the kernel has dropped the pages. The next start recovers.
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
