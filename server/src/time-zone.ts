import { dayMs, minuteMs } from '#clock.ts'

const names = new Map<string, string>()
const maxNames = 1_000
const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, number>()
const maxOffsets = 20_000
// Today's zones change their offset only at multiples of this time.
const offsetStepMs = 15 * minuteMs

/** Returns the time zone with this name. Returns UTC if there is none. */
export function timeZoneOf(name: unknown): string {
  // Without this check, 'Intl' would also accept any offset, like '+01:07'.
  if (typeof name !== 'string' || !/^[A-Za-z]/.test(name)) return 'UTC'
  const known = names.get(name)
  if (known) return known
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    // The case of a name does not matter, so clients can send many names for one zone.
    if (names.size >= maxNames) names.clear()
    names.set(name, timeZone)
    return timeZone
  } catch {
    return 'UTC'
  }
}

/** Returns noon of the day in which an instant lies in a time zone. On a day with a clock change, this may be an hour off. */
export function noonOf(instantMs: number, zone: string): number {
  const offsetMs = zone === 'UTC' ? 0 : offsetAt(instantMs, zone)
  return Math.floor((instantMs + offsetMs) / dayMs) * dayMs + dayMs / 2 - offsetMs
}

/** Remembers the offsets, because `Intl` takes some microseconds for each. */
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
