import { hourMs } from '#clock.ts'
import { createMemoryCounter, type MemoryCounter } from '#limits/memory-limit.ts'
import type { Services } from '#services.ts'
import type { Toggle } from './toggle-statement.ts'

const mostNoticesPerHour = 2_000

/** Counts the status notices about each user in all groups together. */
export function createStatusNoticeCounter(clock: Services['clock']): MemoryCounter {
  return createMemoryCounter(clock, { most: mostNoticesPerHour, windowMs: hourMs })
}

/** Marks the toggles to Available that exceed the limit. Such a toggle is refused if it would change anything. */
export function limitStatusNotices(
  { statusNoticeCounter }: Pick<Services, 'statusNoticeCounter'>,
  toggles: Toggle[],
): Toggle[] {
  const starts = new Map<string, number>()
  return toggles.map(toggle => {
    const { userId, status } = toggle
    if (!status) return toggle
    const start = (starts.get(userId) ?? 0) + 1
    starts.set(userId, start)
    if (start <= statusNoticeCounter.left(userId)) return toggle
    return { ...toggle, refusedForSeconds: statusNoticeCounter.secondsLeft(userId) }
  })
}
