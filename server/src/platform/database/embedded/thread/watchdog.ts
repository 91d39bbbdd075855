import { endProcess } from './end-process.ts'

/**
 * Ends the process if the database's thread does not increase `heartbeat[0]` for `limitMs`. Returns a function that stops the
 * watchdog.
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
    // If this timer was late, the time since its last run does not count, because the machine may have been suspended.
    else if (passedMs < 3 * tickMs) silentMs += passedMs
    lastBeat = beat
    if (silentMs >= limitMs) {
      const seconds = Math.round(silentMs / 1000)
      endProcess(`The database has made no progress for ${seconds} s. The process ends, to be restarted.`)
    }
  }, tickMs).unref()
  return () => clearInterval(timer)
}
