import { type Clock, secondMs } from '#clock.ts'

/**
 * The returned function counts a request in this process. If the request is allowed, the function returns null. Otherwise it returns the
 * seconds until the next request is allowed.
 */
export function createMemoryLimit(
  clock: Clock,
  { most, windowMs }: { most: number; windowMs: number },
): (key: string) => number | null {
  let windows = new Map<string, { count: number; endsAt: number }>()
  let cleanedAt = 0

  return key => {
    const now = clock.now().getTime()
    // If a window ends later than a new window would, the clock was set back. Such a window counts as over.
    const isOpen = ({ endsAt }: { endsAt: number }) => endsAt > now && endsAt <= now + windowMs
    if (Math.abs(now - cleanedAt) > windowMs) {
      windows = new Map([...windows].filter(([, window]) => isOpen(window)))
      cleanedAt = now
    }
    const earlier = windows.get(key)
    const window = earlier && isOpen(earlier) ? earlier : { count: 0, endsAt: now + windowMs }
    windows.set(key, window)
    if (++window.count <= most) return null
    return Math.max(1, Math.ceil((window.endsAt - now) / secondMs))
  }
}
