import { differenceInCalendarDays, isSameYear } from 'date-fns'
import { dateFormat, timeOfDay } from '#texts/date-format.ts'
import { t } from '#texts/texts.ts'

/** Returns 'since 14:05' or 'since 2:05 PM' for today, 'since yesterday' or 'since 12 Mar'. Other years are added. */
export function sinceText(since: Date, today: Date): string {
  const daysAgo = differenceInCalendarDays(today, since)
  if (daysAgo === 0) return t.availability.since(timeOfDay(since))
  if (daysAgo === 1) return t.availability.sinceYesterday
  return t.availability.since((isSameYear(since, today) ? day : dayOfYear)(since))
}

const day = dateFormat({ day: 'numeric', month: 'short' })
const dayOfYear = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })
