import fs from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * PGlite's NodeFS with the one operation it lacks: a sync that reaches the disk.
 * Without it every fsync of PostgreSQL is answered and none is done.
 */
export class SyncedFileSystem extends NodeFS {
  /** How often something was forced to disk. It stands still while nothing is written. */
  syncs = 0

  override async init(pglite: PGlite, options: EmscriptenOptions) {
    const { emscriptenOpts } = await super.init(pglite, options)
    // Files and directories share this one table of operations, and Emscripten's fd_sync looks for `fsync` in it.
    const addSync = (module: PostgresModule) =>
      Object.assign(streamOperations(module), { fsync: (stream: OpenFile) => this.#sync(stream.nfd) })
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } }
  }

  #sync(file: number): number {
    try {
      fs.fsyncSync(file)
    } catch (error) {
      endProcess(error)
    }
    this.syncs += 1
    return 0
  }
}

/**
 * After a failed sync nothing that runs on can be trusted: PGlite answers an exception as a successful commit, PostgreSQL's
 * panic spins for ever, and a second sync may succeed although the kernel has dropped the pages. The next start recovers.
 */
function endProcess(error: unknown): never {
  const line = `The database could not be forced to disk (${error}). The process ends without confirming the change.`
  try {
    fs.writeSync(2, `${line}\n`)
  } catch {
    // Nobody reads it; the process ends all the same.
  }
  process.kill(process.pid, 'SIGKILL')
  // Only the first process of a container gets here: the kernel shields it from its own SIGKILL, but not from this.
  process.abort()
}

type EmscriptenOptions = Parameters<NodeFS['init']>[1]
type PostgresModule = PGlite['Module']
type OpenFile = { nfd: number }

function streamOperations(module: PostgresModule): object {
  return (module.NODEFS as unknown as { stream_ops: object }).stream_ops
}
