import { dayMs, hourMs, minuteMs } from './clock.ts'
import { RecentMap } from './recent-map.ts'

// Clients can send one name in many spellings, because `Intl` ignores case.
const names = new RecentMap<string, string>(1_000)
const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new RecentMap<string, number>(20_000)
// All changes of offsets since 2023 are at multiples of this time, counted from 1970.
const offsetStepMs = 15 * minuteMs

/** Returns the name that `Intl` uses for a time zone: it may be another name of the same zone. Returns 'UTC' for an unknown zone. */
export function timeZoneOf(name: unknown): string {
  // Without this check, `Intl` would also accept offsets like '+01:07'.
  if (typeof name !== 'string' || !/^[A-Za-z]/.test(name)) return 'UTC'
  const known = names.get(name)
  if (known) return known
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    names.set(name, timeZone)
    return timeZone
  } catch {
    return 'UTC'
  }
}

/** Returns 12:00 on the day of an instant. On a day with a clock change, the result may be wrong by the length of the change. */
export function noonOf(instantMs: number, zone: string): number {
  const offsetMs = zone === 'UTC' ? 0 : offsetAt(instantMs, zone)
  return Math.floor((instantMs + offsetMs) / dayMs) * dayMs + dayMs / 2 - offsetMs
}

/** Returns the time in ms since 1970 at which clocks in UTC show what clocks in the zone show at `instantMs`. */
export function wallClockAt(instantMs: number, zone: string): number {
  return instantMs + offsetAt(instantMs, zone)
}

/**
 * Returns the first and the last instant at which clocks in the zone show this time. They differ if a clock change repeats the time.
 * If a clock change skips the time, both are the instant of this change.
 */
export function instantsOf(wallClockMs: number, zone: string): { first: number; last: number } {
  // If there is a clock change near this time, one of these two offsets is from before the change, and the other from after it.
  const candidates = [-dayMs, dayMs].map(ms => wallClockMs - offsetAt(wallClockMs + ms, zone))
  const found = candidates.filter(instant => wallClockAt(instant, zone) === wallClockMs)
  if (found.length === 0) {
    let instant = Math.floor(Math.min(...candidates) / offsetStepMs) * offsetStepMs
    while (wallClockAt(instant, zone) < wallClockMs) instant += offsetStepMs
    found.push(instant)
  }
  return { first: Math.min(...found), last: Math.max(...found) }
}

/** Returns a weekday, from 1 for Monday to 7 for Sunday. */
export function weekdayOf(wallClockMs: number): number {
  return new Date(wallClockMs).getUTCDay() || 7
}

export function timeOfDayMs(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * hourMs + minutes * minuteMs
}

/** Returns the offset of a zone from UTC, in ms. Offsets are cached, because `Intl` takes some microseconds for each. */
function offsetAt(instantMs: number, zone: string): number {
  const stepMs = Math.floor(instantMs / offsetStepMs) * offsetStepMs
  const key = `${stepMs} ${zone}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  // In Swedish, dates look like '2026-03-12 14:05:00'.
  const local = formatOf(zone).format(stepMs).replace(' ', 'T')
  const offsetMs = Date.parse(`${local}Z`) - stepMs
  offsets.set(key, offsetMs)
  return offsetMs
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(timeZone, format)
  return format
}
