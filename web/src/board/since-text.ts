import { differenceInCalendarDays, isSameYear } from 'date-fns'
import { dateFormat, timeOfDay } from '#texts/date-format.ts'
import { t } from '#texts/texts.ts'

/** 'since 14:05', 'since yesterday', 'since Monday' up to six days ago, 'since 12 Mar' before. `today` is any moment of today. */
export function sinceText(since: Date, today: Date): string {
  if (isToday(since, today)) return t.availability.since(timeOfDay(since))
  const daysAgo = differenceInCalendarDays(today, since)
  if (daysAgo === 1) return t.availability.sinceYesterday
  // Seven days ago was the same weekday as today, so the date is shown.
  if (daysAgo < 7) return t.availability.since(weekday(since))
  return t.availability.since((isSameYear(since, today) ? day : dayOfYear)(since))
}

/** Returns whether the moment is today or later. It may be later, because the server's clock may be ahead of the browser's. */
export function isToday(moment: Date, today: Date): boolean {
  return differenceInCalendarDays(today, moment) <= 0
}

const weekday = dateFormat({ weekday: 'long' })
const day = dateFormat({ day: 'numeric', month: 'short' })
const dayOfYear = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })
