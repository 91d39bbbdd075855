import { type Clock, secondMs } from '#platform/clock.ts'

type Limit = { most: number; windowMs: number }

/**
 * The returned function counts a request in this process. If the request is allowed, the function returns null. Otherwise it returns the
 * seconds until the next request is allowed.
 */
export function createMemoryLimit(clock: Clock, limit: Limit): (key: string) => number | null {
  const counter = createMemoryCounter(clock, limit)
  return key => {
    counter.count(key)
    return counter.left(key) < 0 ? counter.secondsLeft(key) : null
  }
}

export type MemoryCounter = {
  count(key: string): void
  /** Returns how many more are allowed. The number is negative if more were counted than are allowed. */
  left(key: string): number
  /** Returns the seconds until the window ends. */
  secondsLeft(key: string): number
}

/** A window begins with the first count of its key. */
export function createMemoryCounter(clock: Clock, { most, windowMs }: Limit): MemoryCounter {
  let windows = new Map<string, { count: number; endsAt: number }>()
  let cleanedAt = 0

  // If a window ends later than a new window would, the clock was set back. Such a window counts as over.
  const isOpen = ({ endsAt }: { endsAt: number }, now: number) => endsAt > now && endsAt <= now + windowMs
  const windowOf = (key: string, now: number) => {
    const window = windows.get(key)
    return window && isOpen(window, now) ? window : { count: 0, endsAt: now + windowMs }
  }

  return {
    count(key) {
      const now = clock.now().getTime()
      if (Math.abs(now - cleanedAt) > windowMs) {
        windows = new Map([...windows].filter(([, window]) => isOpen(window, now)))
        cleanedAt = now
      }
      const window = windowOf(key, now)
      window.count++
      windows.set(key, window)
    },
    left: key => most - windowOf(key, clock.now().getTime()).count,
    secondsLeft(key) {
      const now = clock.now().getTime()
      return Math.max(1, Math.ceil((windowOf(key, now).endsAt - now) / secondMs))
    },
  }
}
