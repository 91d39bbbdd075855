import type { Prompt } from '@grouplight/contract/question.ts'
import { dayMs } from '#platform/clock.ts'
import { instantsOf, timeOfDayMs, timeZoneOf, wallClockAt, weekdayOf } from '#platform/time-zone.ts'

/**
 * Returns the next time at which the prompt is due, in ms since 1970. If a clock change skips the time of day, the prompt is due at the
 * time of the change. If the time of day occurs twice, the prompt is due the first time.
 */
export function nextPromptAfter(instantMs: number, { days, time, timeZone }: Prompt): number {
  const zone = timeZoneOf(timeZone)
  const today = dayOf(instantMs, zone)
  for (let day = today; ; day += dayMs) {
    if (!days.includes(weekdayOf(day))) continue
    const { first } = instantsOf(day + timeOfDayMs(time), zone)
    if (first > instantMs) return first
  }
}

/** Returns the offered end, in ms. It is on the day of `instantMs`, or on the next day if `until` is not later than `time`. */
export function offeredEnd(instantMs: number, { time, until, timeZone }: Prompt): number {
  const zone = timeZoneOf(timeZone)
  const day = dayOf(instantMs, zone) + (until > time ? 0 : dayMs)
  return instantsOf(day + timeOfDayMs(until), zone).first
}

/** Returns the midnight at which the day of an instant begins in the zone, as a wall-clock time (see `wallClockAt`). */
function dayOf(instantMs: number, zone: string): number {
  return Math.floor(wallClockAt(instantMs, zone) / dayMs) * dayMs
}
