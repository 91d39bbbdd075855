const stepMs = 60_000
const stepPx = 2
const steps = 8

/**
 * Returns by how many pixels the page is moved at a time. It moves by two pixels a minute at most, so that no lamp stays on the
 * same pixels of the screen for days.
 */
export function shiftAt(ms: number): { x: number; y: number } {
  const step = Math.floor(ms / stepMs)
  return { x: stepPx * wave(step), y: stepPx * wave(Math.floor(step / steps)) }
}

/** Goes up from -4 to 4 and down again. */
function wave(step: number): number {
  return Math.abs((step % (2 * steps)) - steps) - steps / 2
}
