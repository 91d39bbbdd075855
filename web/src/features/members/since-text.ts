import availabilityTexts from 'texts:availability'
import { differenceInCalendarDays, isSameYear } from 'date-fns'
import { dateFormat, timeOfDay } from '#texts/date-format.ts'

/** Many languages decline a weekday, so each has its own text. */
type WeekDay = 0 | 1 | 2 | 3 | 4 | 5 | 6

/**
 * Returns 'since 14:05' for today, 'since yesterday', 'since Monday' for the last six days, and 'since 12 Mar' for earlier days.
 * A date of another year includes the year.
 */
export function sinceText(since: Date, today: Date): string {
  if (isToday(since, today)) return availabilityTexts.since({ when: timeOfDay(since) })
  const daysAgo = differenceInCalendarDays(today, since)
  if (daysAgo === 1) return availabilityTexts.sinceYesterday
  // Seven days ago was the same weekday as today, so the date is shown.
  if (daysAgo < 7) return availabilityTexts[`sinceDay.${since.getDay() as WeekDay}`]
  return availabilityTexts.sinceDate({ day: (isSameYear(since, today) ? day : dayOfYear)(since) })
}

/** Also true for a moment in the future, because the server's clock may be ahead of the browser's clock. */
export function isToday(moment: Date, today: Date): boolean {
  return differenceInCalendarDays(today, moment) <= 0
}

const day = dateFormat({ day: 'numeric', month: 'short' })
const dayOfYear = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })
