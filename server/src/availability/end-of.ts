import { type AvailabilityDetails, longestAvailability } from '@grouplight/contract/availability.ts'
import { addMs, minuteMs } from '#clock.ts'

/** Returns the end that a request names. Null if it names none. */
export function endOf({ forMinutes, until }: AvailabilityDetails, now: Date): Date | null {
  if (forMinutes !== undefined) return addMs(now, forMinutes * minuteMs)
  return until ? new Date(until) : null
}

/** Returns true if there is no end, or if the end is in the future and at most `longestAvailability` minutes away. */
export function isEndPossible(details: AvailabilityDetails | undefined, now: Date): boolean {
  const end = details && endOf(details, now)
  return !end || (end > now && end <= addMs(now, longestAvailability * minuteMs))
}
