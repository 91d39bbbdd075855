const stepMs = 60_000
const stepPx = 2
const steps = 8

/**
 * Returns the shift of the page in pixels. `ms` is the time in milliseconds since 1970. The shift prevents burn-in, which happens if
 * a lamp stays on the same pixels for days.
 */
export function shiftAt(ms: number): { x: number; y: number } {
  const step = Math.floor(ms / stepMs)
  return { x: stepPx * wave(step), y: stepPx * wave(Math.floor(step / steps)) }
}

/** Falls from 4 to -4 in eight steps, rises to 4 in the next eight, and so on. */
function wave(step: number): number {
  return Math.abs((step % (2 * steps)) - steps) - steps / 2
}
