import { endProcess } from './end-process.ts'

/**
 * Ends the process when the database's thread has made no progress for `limitMs`. A statement that never returns would block
 * everything, and the thread itself cannot notice it. The supervisor restarts the process, and no answered write is lost. Returns
 * a function that stops the watchdog.
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
    // If this thread paused as well (the machine slept, or the process was suspended), the database's thread may be fine.
    else if (passedMs < 3 * tickMs) silentMs += passedMs
    lastBeat = beat
    if (silentMs >= limitMs) {
      const seconds = Math.round(silentMs / 1000)
      endProcess(`The database has made no progress for ${seconds} s. The process ends, to be restarted.`)
    }
  }, tickMs).unref()
  return () => clearInterval(timer)
}
