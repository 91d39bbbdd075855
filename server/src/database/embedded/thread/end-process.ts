import fs from 'node:fs'
import { isMainThread, parentPort } from 'node:worker_threads'
import type { Said } from './thread-messages.ts'

/** Ends the process here and now, from whichever thread, with one line. An exit would end a thread alone, or run what is queued. */
export function endProcess(line: string): never {
  try {
    fs.writeSync(2, `${line}\n`)
  } catch {
    // Nobody reads it; the process ends all the same.
  }
  process.kill(process.pid, 'SIGKILL')
  // Only the first process of a container gets here: the kernel shields it from its own SIGKILL, but not from this, which
  // only the main thread can do.
  if (isMainThread) process.abort()
  parentPort?.postMessage({ abort: true } satisfies Said)
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0)
}
