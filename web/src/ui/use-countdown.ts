import { useEffect, useReducer } from 'react'

/** Returns the time until `instant` (ms since 1970) in units of `unitMs`, rounded up. Returns 0 after `instant`, or for null. */
export function useCountdown(instant: number | null, unitMs: number): number {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const left = instant === null ? 0 : Math.max(0, Math.ceil((instant - Date.now()) / unitMs))
  useEffect(() => {
    if (instant === null || left === 0) return
    const timer = setTimeout(rerender, instant - (left - 1) * unitMs - Date.now())
    return () => clearTimeout(timer)
  }, [instant, left, unitMs])
  return left
}
