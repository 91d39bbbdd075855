import { differenceInCalendarDays, isSameYear } from 'date-fns'
import { dateFormat } from '#texts/date-format.ts'
import { t } from '#texts/texts.ts'

/** 'since 14:05', 'since yesterday', 'since 12 Mar': the shortest that cannot be misread on the given day. */
export function sinceText(since: Date, today: Date): string {
  const daysAgo = differenceInCalendarDays(today, since)
  if (daysAgo === 0) return t.availability.since(time(since))
  if (daysAgo === 1) return t.availability.sinceYesterday
  return t.availability.since((isSameYear(since, today) ? day : dayOfYear)(since))
}

const time = dateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const day = dateFormat({ day: 'numeric', month: 'short' })
const dayOfYear = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })
