import fs from 'node:fs'
import { isMainThread, parentPort } from 'node:worker_threads'
import type { ThreadMessage } from './thread-messages.ts'

/** Prints `line` and kills the process. `process.exit` would run exit handlers and, in a worker thread, end only that thread. */
export function endProcess(line: string): never {
  try {
    fs.writeSync(2, `${line}\n`)
  } catch {
    // The process must end even if the line could not be written.
  }
  process.kill(process.pid, 'SIGKILL')
  // The first process of a container ignores its own SIGKILL, so it must abort. Only the main thread can abort the process.
  if (isMainThread) process.abort()
  parentPort?.postMessage({ abort: true } satisfies ThreadMessage)
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0)
}
