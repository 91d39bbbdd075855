import { useEffect, useReducer } from 'react'

/** How many whole units are left until an instant, counted down by itself; 0 once it has come, or for null. */
export function useCountdown(instant: number | null, unitMs: number): number {
  const [, lookAgain] = useReducer((looks: number) => looks + 1, 0)
  const left = instant === null ? 0 : Math.max(0, Math.ceil((instant - Date.now()) / unitMs))
  useEffect(() => {
    if (instant === null || left === 0) return
    const timer = setTimeout(lookAgain, instant - (left - 1) * unitMs - Date.now())
    return () => clearTimeout(timer)
  }, [instant, left, unitMs])
  return left
}
