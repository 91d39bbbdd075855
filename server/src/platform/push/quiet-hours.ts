import type { QuietHours } from '@grouplight/contract/ringing-settings.ts'
import { dayMs } from '#platform/clock.ts'
import { instantsOf, timeOfDayMs, timeZoneOf, wallClockAt, weekdayOf } from '#platform/time-zone.ts'
import { type PushContent, ringsAlways } from './push-content.ts'

export type QuietSettings = {
  quietHours: QuietHours | null
  /** The end of muting, which may be in the past, in milliseconds since 1970. */
  mutedUntilMs: number | null
}

/** Some kinds of pushes always ring. Others are silenced if the recipient is quiet now or was quiet when the push was queued. */
export function isSilenced(
  { kind }: PushContent,
  settings: QuietSettings,
  { createdMs, nowMs }: { createdMs: number; nowMs: number },
): boolean {
  return !ringsAlways(kind) && (isQuiet(settings, createdMs) || isQuiet(settings, nowMs))
}

export function isQuiet({ quietHours, mutedUntilMs }: QuietSettings, instantMs: number): boolean {
  if (mutedUntilMs !== null && instantMs < mutedUntilMs) return true
  return quietHours !== null && isInWindow(quietHours, instantMs)
}

/** Compares instants and not times of day, so that a clock change within the quiet hours does not interrupt them. */
function isInWindow({ from, to, days, timeZone }: QuietHours, instantMs: number): boolean {
  const zone = timeZoneOf(timeZone)
  const today = Math.floor(wallClockAt(instantMs, zone) / dayMs) * dayMs
  return [today - dayMs, today].some(day => {
    if (!days.includes(weekdayOf(day))) return false
    const begin = instantsOf(day + timeOfDayMs(from), zone).first
    const end = instantsOf((to > from ? day : day + dayMs) + timeOfDayMs(to), zone).last
    return begin <= instantMs && instantMs < end
  })
}
