import ringingDialogTexts from 'texts:ringing-dialogs'
import { isSameDay, startOfTomorrow } from 'date-fns'
import { timeOfDay } from '#texts/date-format.ts'

export const watchEnds = ['inAnHour', 'endOfToday', 'inADay'] as const
export type WatchEnd = (typeof watchEnds)[number]

const minuteMs = 60_000
const dayMinutes = 24 * 60

/** Returns the duration of a watch that begins now, in minutes. For 'endOfToday', it is rounded down, but is at least 1. */
export function minutesUntil(end: WatchEnd): number {
  if (end === 'inAnHour') return 60
  if (end === 'inADay') return dayMinutes
  const minutes = Math.floor((startOfTomorrow().getTime() - Date.now()) / minuteMs)
  // A day on which the clocks are set back has more than 24 hours, but a watch may last only 24 hours.
  return Math.min(Math.max(minutes, 1), dayMinutes)
}

/** The end must be today or tomorrow. */
export function endText(endsAt: string, nowMs: number): string {
  const end = new Date(endsAt)
  const isToday = isSameDay(end, nowMs)
  return ringingDialogTexts[isToday ? 'once.untilToday' : 'once.untilTomorrow']({ time: timeOfDay(end) })
}
