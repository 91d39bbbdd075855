import { useSyncExternalStore } from 'react'

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
