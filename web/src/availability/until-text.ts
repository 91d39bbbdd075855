import { dateFormat, timeOfDay } from '#texts/date-format.ts'
import { t } from '#texts/texts.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Returns '15:00' for today, 'midnight' for its end, 'Tue 09:00' for the next six days, and then '12 Mar 09:00'. `today` is the
 * start of the day.
 */
export function untilText(until: Date, today: Date): string {
  const startMs = new Date(until).setHours(0, 0, 0, 0)
  // Days on which the clocks change are an hour shorter or longer.
  const daysAhead = Math.round((startMs - today.getTime()) / dayMs)
  if (daysAhead === 1 && startMs === until.getTime()) return t.availability.midnight
  if (daysAhead <= 0) return timeOfDay(until)
  // In seven days it is the same weekday as today, so the date is shown.
  return `${(daysAhead < 7 ? weekday : day)(until)} ${timeOfDay(until)}`
}

const weekday = dateFormat({ weekday: 'short' })
const day = dateFormat({ day: 'numeric', month: 'short' })
