import { type AvailabilityDetails, longestAvailability } from '@grouplight/contract/availability.ts'
import { addMs, minuteMs } from '#platform/clock.ts'
import { Problem } from '#platform/problem.ts'

export function requestedEnd({ forMinutes, until }: AvailabilityDetails, now: Date): Date | null {
  if (forMinutes !== undefined) return addMs(now, forMinutes * minuteMs)
  return until ? new Date(until) : null
}

export function isEndPossible(details: AvailabilityDetails | undefined, now: Date): boolean {
  const end = details && requestedEnd(details, now)
  return !end || (end > now && end <= addMs(now, longestAvailability * minuteMs))
}

export function endNotPossible(): Problem {
  return new Problem('until-not-possible')
}
