import ringingDialogTexts from 'texts:ringing-dialogs'
import { useQuery } from '@tanstack/react-query'
import { addDays, differenceInCalendarDays, setHours, startOfDay } from 'date-fns'
import { dateFormat, timeOfDay } from '#texts/date-format.ts'
import { useNow } from '#ui/use-now.ts'
import { ringingSettingsQuery } from './settings-queries.ts'

const morningHour = 7
const minuteMs = 60_000

export function tomorrowMorning(now: Date): Date {
  return setHours(startOfDay(addDays(now, 1)), morningHour)
}

/** Returns the minutes from `now` to `then`, rounded up, so that a mute does not end before `then`. */
export function minutesUntil(then: Date, now: Date): number {
  return Math.ceil((then.getTime() - now.getTime()) / minuteMs)
}

/** Returns a text like '15:00' if `then` is today, 'tomorrow, 07:00' if it is tomorrow, and 'Monday 07:00' if it is later. */
export function whenText(then: Date, now: Date): string {
  const daysAhead = differenceInCalendarDays(then, now)
  if (daysAhead === 0) return timeOfDay(then)
  return daysAhead === 1 ? ringingDialogTexts.tomorrow({ time: timeOfDay(then) }) : weekdayAndTime(then)
}

const weekdayAndTime = dateFormat({ weekday: 'long', hour: 'numeric', minute: '2-digit' })

/** Returns null if the user's devices are not muted, or if the settings are not loaded. */
export function useMutedText(): string | null {
  const now = new Date(useNow())
  const { data } = useQuery(ringingSettingsQuery)
  const mutedUntil = data?.mutedUntil ? new Date(data.mutedUntil) : now
  return mutedUntil > now ? ringingDialogTexts.mutedUntil({ when: whenText(mutedUntil, now) }) : null
}
