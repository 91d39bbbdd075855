import fs, { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import threads, { type WorkerOptions } from 'node:worker_threads'

/** Until `restore()`, this thread and new threads see as many free bytes as `setFree` has set. Before the first `setFree`, they see 1 TiB. */
export function fakeDiskSpace() {
  const folder = mkdtempSync(join(tmpdir(), 'grouplight-disk-space-'))
  const file = join(folder, 'left')
  const first = `
    import fs from 'node:fs'
    fs.statfsSync = () => ({ bavail: Number(fs.readFileSync(${JSON.stringify(file)})), bsize: 1 })`
  const { Worker } = threads
  threads.Worker = class extends Worker {
    constructor(script: string | URL, options?: WorkerOptions) {
      const preload = `data:text/javascript,${encodeURIComponent(first)}`
      super(script, { ...options, execArgv: [...process.execArgv, '--import', preload] })
    }
  }
  const { statfsSync } = fs
  const setFree = (bytes: number) => {
    writeFileSync(file, String(bytes))
    fs.statfsSync = (() => ({ bavail: bytes, bsize: 1 })) as unknown as typeof statfsSync
  }
  setFree(2 ** 40)
  return {
    setFree,
    restore(): void {
      threads.Worker = Worker
      fs.statfsSync = statfsSync
      rmSync(folder, { recursive: true })
    },
  }
}
