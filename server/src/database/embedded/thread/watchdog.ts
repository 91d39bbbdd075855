import { endProcess } from './end-process.ts'

/**
 * Ends the process when the database's thread stands still for so long: a statement that never comes back would answer nobody
 * for ever, and nothing in that thread could say so. Whoever supervises the process starts it anew, and nothing that was answered is
 * lost. Returns what stops it.
 */
export function startWatchdog(pulse: Int32Array, limitMs = 30_000): () => void {
  const tickMs = limitMs / 30
  let heard = Atomics.load(pulse, 0)
  let silentMs = 0
  let lookedAt = performance.now()

  const timer = setInterval(() => {
    const now = performance.now()
    const passedMs = now - lookedAt
    const beat = Atomics.load(pulse, 0)
    lookedAt = now
    if (beat !== heard) silentMs = 0
    // A gap in this thread's own time (the machine slept, the process was stopped) says nothing about the other one.
    else if (passedMs < 3 * tickMs) silentMs += passedMs
    heard = beat
    if (silentMs >= limitMs) {
      const seconds = Math.round(silentMs / 1000)
      endProcess(`The database has stood still for ${seconds} s. The process ends, to be started anew.`)
    }
  }, tickMs).unref()
  return () => clearInterval(timer)
}
