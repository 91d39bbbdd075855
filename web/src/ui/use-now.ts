import { useEffect, useMemo, useReducer, useSyncExternalStore } from 'react'

const minuteMs = 60_000
const listeners = new Set<() => void>()
let minute = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

/** Returns the current time in ms since 1970, updated every minute. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => minute)
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    tick()
    timer = setInterval(tick, minuteMs)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

function tick(): void {
  minute = Date.now()
  for (const listener of listeners) listener()
}

/** Returns the start of today in the browser's time zone. The result is the same Date object until midnight. */
export function useToday(): Date {
  const today = new Date(useNow()).setHours(0, 0, 0, 0)
  return useMemo(() => new Date(today), [today])
}

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
