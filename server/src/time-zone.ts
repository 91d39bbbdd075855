import { dayMs, hourMs, minuteMs } from '#clock.ts'

const names = new Map<string, string>()
const maxNames = 1_000
const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, number>()
const maxOffsets = 20_000
// The offset of a time zone changes only at multiples of this time since 1970, at least in today's zones.
const offsetStepMs = 15 * minuteMs

/** Returns the name of a time zone in its usual spelling. Returns UTC if no zone has this name. */
export function timeZoneOf(name: unknown): string {
  // Without this check, 'Intl' would also accept any offset, like '+01:07'.
  if (typeof name !== 'string' || !/^[A-Za-z]/.test(name)) return 'UTC'
  const known = names.get(name)
  if (known) return known
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    // Clients can send many spellings of one name, because its case does not matter. So the size of the cache must be limited.
    if (names.size >= maxNames) names.clear()
    names.set(name, timeZone)
    return timeZone
  } catch {
    return 'UTC'
  }
}

/** On a day with a clock change, the result may be off by this change. */
export function noonOf(instantMs: number, zone: string): number {
  const offsetMs = zone === 'UTC' ? 0 : offsetAt(instantMs, zone)
  return Math.floor((instantMs + offsetMs) / dayMs) * dayMs + dayMs / 2 - offsetMs
}

/** The result is the instant (in ms) at which a clock in UTC shows this wall-clock time. */
export function wallClockAt(instantMs: number, zone: string): number {
  return instantMs + offsetAt(instantMs, zone)
}

/** The two differ if a clock change repeats the time. If a clock change skips it, both are the first instant after the change. */
export function instantsOf(wallClockMs: number, zone: string): { first: number; last: number } {
  // An offset is at most 14 hours. So the offsets of a day earlier and a day later are those before and after a clock change near
  // this time.
  const candidates = [-dayMs, dayMs].map(ms => wallClockMs - offsetAt(wallClockMs + ms, zone))
  const found = candidates.filter(instant => wallClockAt(instant, zone) === wallClockMs)
  if (found.length === 0) {
    let instant = Math.floor(Math.min(...candidates) / offsetStepMs) * offsetStepMs
    while (wallClockAt(instant, zone) < wallClockMs) instant += offsetStepMs
    found.push(instant)
  }
  return { first: Math.min(...found), last: Math.max(...found) }
}

/** Returns a weekday, from 1 for Monday to 7 for Sunday. The wall-clock time is given as `wallClockAt` returns it. */
export function weekdayOf(wallClockMs: number): number {
  return new Date(wallClockMs).getUTCDay() || 7
}

/** Returns a time like '22:00' as the time since midnight, in ms. */
export function timeOfDayMs(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * hourMs + minutes * minuteMs
}

/** Returns the offset of a zone from UTC in ms. Caches the offsets, because `Intl` takes some microseconds for each. */
function offsetAt(instantMs: number, zone: string): number {
  const stepMs = Math.floor(instantMs / offsetStepMs) * offsetStepMs
  const key = `${stepMs} ${zone}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  // In Swedish, dates look like '2026-03-12 14:05:00'.
  const local = formatOf(zone).format(stepMs).replace(' ', 'T')
  const offsetMs = Date.parse(`${local}Z`) - stepMs
  if (offsets.size >= maxOffsets) offsets.clear()
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
