import { endProcess } from './end-process.ts'

/**
 * Ends the process when the database's thread has not moved for so long: a statement that never returns would block everything,
 * and the thread itself cannot notice. The supervisor restarts the process, and nothing that was answered is lost. Returns what
 * stops the watch.
 */
export function startWatchdog(heartbeat: Int32Array, limitMs = 30_000): () => void {
  const tickMs = limitMs / 30
  let lastBeat = Atomics.load(heartbeat, 0)
  let silentMs = 0
  let checkedAt = performance.now()

  const timer = setInterval(() => {
    const now = performance.now()
    const passedMs = now - checkedAt
    const beat = Atomics.load(heartbeat, 0)
    checkedAt = now
    if (beat !== lastBeat) silentMs = 0
    // After a gap in this thread's own time (the machine slept, the process was stopped) the other one may be well.
    else if (passedMs < 3 * tickMs) silentMs += passedMs
    lastBeat = beat
    if (silentMs >= limitMs) {
      const seconds = Math.round(silentMs / 1000)
      endProcess(`The database has stood still for ${seconds} s. The process ends, to be started anew.`)
    }
  }, tickMs).unref()
  return () => clearInterval(timer)
}
