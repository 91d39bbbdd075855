import availabilityTexts from 'texts:availability'
import { differenceInCalendarDays, isSameYear } from 'date-fns'
import { dateFormat, timeOfDay } from '#texts/date-format.ts'

/**
 * Returns 'since 14:05' for today, 'since yesterday', 'since Monday' for the last six days, and 'since 12 Mar' for earlier days.
 * A date of another year includes the year.
 */
export function sinceText(since: Date, today: Date): string {
  if (isToday(since, today)) return availabilityTexts.since({ when: timeOfDay(since) })
  const daysAgo = differenceInCalendarDays(today, since)
  if (daysAgo === 1) return availabilityTexts.sinceYesterday
  // Seven days ago was the same weekday as today, so the date is shown.
  if (daysAgo < 7) return availabilityTexts.since({ when: weekday(since) })
  return availabilityTexts.since({ when: (isSameYear(since, today) ? day : dayOfYear)(since) })
}

/** Also true for a moment in the future, because the server's clock may be ahead of the browser's clock. */
export function isToday(moment: Date, today: Date): boolean {
  return differenceInCalendarDays(today, moment) <= 0
}

const weekday = dateFormat({ weekday: 'long' })
const day = dateFormat({ day: 'numeric', month: 'short' })
const dayOfYear = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })
