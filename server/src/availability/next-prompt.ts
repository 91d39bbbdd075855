import type { Prompt } from '@grouplight/contract/question.ts'
import { dayMs } from '#clock.ts'
import { instantsOf, timeOfDayMs, timeZoneOf, wallClockAt, weekdayOf } from '#time-zone.ts'

/**
 * Returns the first instant after `instantMs` at which the user is asked. For a time that a clock change skips, this is the first
 * instant after the change. For a time that occurs twice, it is the first of both.
 */
export function nextPromptAfter(instantMs: number, { days, time, timeZone }: Prompt): number {
  const zone = timeZoneOf(timeZone)
  const today = dayOf(instantMs, zone)
  // The loop ends, because a prompt has at least one day.
  for (let day = today; ; day += dayMs) {
    if (!days.includes(weekdayOf(day))) continue
    const { first } = instantsOf(day + timeOfDayMs(time), zone)
    if (first > instantMs) return first
  }
}

/** Returns the end that a prompt at this instant offers: the next instant when clocks show `until`, on the same or the next day. */
export function offeredEnd(instantMs: number, { time, until, timeZone }: Prompt): number {
  const zone = timeZoneOf(timeZone)
  const day = dayOf(instantMs, zone) + (until > time ? 0 : dayMs)
  return instantsOf(day + timeOfDayMs(until), zone).first
}

/** Returns the midnight of the day in which an instant lies in a time zone, as a wall-clock time. */
function dayOf(instantMs: number, zone: string): number {
  return Math.floor(wallClockAt(instantMs, zone) / dayMs) * dayMs
}
