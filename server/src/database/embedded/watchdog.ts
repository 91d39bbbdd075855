import { Worker } from 'node:worker_threads'

const limitMs = 30_000

/**
 * Ends the process when its main thread, and with it the embedded database, stands still for so long: a statement that never
 * comes back would answer nobody for ever, and nothing in this thread could say so. Whoever supervises the process starts it
 * anew, and nothing that was answered is lost.
 */
export function startWatchdog(limit = limitMs): void {
  const pulse = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData: { pulse, limitMs: limit },
    execArgv: [],
  })
  thread.unref()
  setInterval(() => Atomics.add(pulse, 0, 1), limit / 30).unref()
}
