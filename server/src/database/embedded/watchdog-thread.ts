import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

const { pulse, limitMs } = workerData as { pulse: Int32Array; limitMs: number }
const tickMs = limitMs / 30
let heard = Atomics.load(pulse, 0)
let silentMs = 0
let lookedAt = performance.now()

setInterval(() => {
  const now = performance.now()
  const passedMs = now - lookedAt
  const beat = Atomics.load(pulse, 0)
  lookedAt = now
  if (beat !== heard) silentMs = 0
  // A gap in this thread's own time (the machine slept, the process was stopped) says nothing about the other one.
  else if (passedMs < 3 * tickMs) silentMs += passedMs
  heard = beat
  if (silentMs >= limitMs) endProcess()
}, tickMs)

function endProcess(): void {
  const seconds = Math.round(silentMs / 1000)
  try {
    writeSync(2, `The database has stood still for ${seconds} s. The process ends, to be started anew.\n`)
  } catch {
    // Nobody reads it; the process ends all the same.
  }
  // An exit from here would end this thread alone.
  process.kill(process.pid, 'SIGKILL')
}
