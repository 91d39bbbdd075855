import { hourMs } from '#platform/clock.ts'
import { createMemoryCounter, type MemoryCounter } from '#platform/limits/memory-limit.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import { endNotPossible, isEndPossible } from './requested-end.ts'
import type { StatusChange } from './status-statement.ts'

const mostNoticesPerHour = 2_000

/** Counts the status notices about each user in all groups together. */
export function createStatusNoticeCounter(clock: Services['clock']): MemoryCounter {
  return createMemoryCounter(clock, { most: mostNoticesPerHour, windowMs: hourMs })
}

/** Adds a refusal to the changes with an impossible end, and to the changes to Available that exceed the limit of status notices. */
export function withRefusals(
  { statusNoticeCounter }: Pick<Services, 'statusNoticeCounter'>,
  changes: StatusChange[],
  now: Date,
): StatusChange[] {
  const starts = new Map<string, number>()
  return changes.map(change => {
    const { userId, status, details } = change
    if (!isEndPossible(details, now))
      return { ...change, refusal: { of: 'everything', problem: endNotPossible() } }
    if (!status) return change
    const start = (starts.get(userId) ?? 0) + 1
    starts.set(userId, start)
    if (start <= statusNoticeCounter.left(userId)) return change
    const retryAfterSeconds = statusNoticeCounter.secondsLeft(userId)
    const problem = new Problem('too-many-requests.changes', { retryAfterSeconds })
    return { ...change, refusal: { of: 'starts', problem } }
  })
}
