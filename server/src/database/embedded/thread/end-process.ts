import fs from 'node:fs'
import { isMainThread, parentPort } from 'node:worker_threads'
import type { ThreadMessage } from './thread-messages.ts'

/** Ends the process at once from any thread, with one line. `process.exit` would end the thread alone, or run exit handlers. */
export function endProcess(line: string): never {
  try {
    fs.writeSync(2, `${line}\n`)
  } catch {
    // The process ends, whether or not the line was read.
  }
  process.kill(process.pid, 'SIGKILL')
  // The first process of a container ignores its own SIGKILL. Only the main thread can abort.
  if (isMainThread) process.abort()
  parentPort?.postMessage({ abort: true } satisfies ThreadMessage)
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0)
}
