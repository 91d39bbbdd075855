import { dateFormat } from '#texts/date-format.ts'
import { profileTexts } from '#texts/profile/profile-texts.ts'

const dayMs = 24 * 60 * 60 * 1000

/** `day` is a day in UTC like '2026-03-12'. The text is 'today', 'yesterday' or 'on Mar 12, 2026'. A later day is shown as today. */
export function dayText(day: string, now = Date.now()): string {
  if (day >= utcDay(now)) return profileTexts.today
  if (day === utcDay(now - dayMs)) return profileTexts.yesterday
  return profileTexts.onDay(inUtc(new Date(day)))
}

/** Formats the day of an instant in the browser's time zone. */
export function localDay(instant: string): string {
  return local(new Date(instant))
}

function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

const local = dateFormat({ dateStyle: 'medium' })
const inUtc = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })
