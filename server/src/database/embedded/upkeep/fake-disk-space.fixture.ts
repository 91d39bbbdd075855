import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import threads, { type WorkerOptions } from 'node:worker_threads'

/** In threads that are started from now on until `restore()` the disk has as many bytes left as was said last. */
export function sayWhatIsLeft() {
  const folder = mkdtempSync(join(tmpdir(), 'grouplight-said-disk-'))
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
  const leave = (bytes: number) => writeFileSync(file, String(bytes))
  leave(2 ** 40)
  return {
    leave,
    restore(): void {
      threads.Worker = Worker
      rmSync(folder, { recursive: true })
    },
  }
}
