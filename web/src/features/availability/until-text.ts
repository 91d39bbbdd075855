import availabilityTexts from 'texts:availability'
import { dateFormat, timeOfDay } from '#texts/date-format.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Returns '15:00' for today, 'midnight' for the end of today, 'Tue 09:00' for the next six days, and '12 Mar 09:00' for later days.
 * `today` is the start of today.
 */
export function untilText(until: Date, today: Date): string {
  const startMs = new Date(until).setHours(0, 0, 0, 0)
  // A day on which the clocks change is shorter or longer than `dayMs`, so the quotient is rounded.
  const daysAhead = Math.round((startMs - today.getTime()) / dayMs)
  if (daysAhead === 1 && startMs === until.getTime()) return availabilityTexts.midnight
  if (daysAhead <= 0) return timeOfDay(until)
  // The day in seven days has the same weekday as today, so its date is shown.
  return availabilityTexts.dayAndTime({
    day: (daysAhead < 7 ? weekday : day)(until),
    time: timeOfDay(until),
  })
}

const weekday = dateFormat({ weekday: 'short' })
const day = dateFormat({ day: 'numeric', month: 'short' })
