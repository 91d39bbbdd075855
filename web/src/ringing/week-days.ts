import { dateFormat } from '#texts/date-format.ts'
import { locale } from '#texts/language.ts'

/** 1 is Monday, and 7 is Sunday. */
type WeekDay = { day: number; short: string; long: string }

/** Returns the days of the week with their names in the user's language. The first one is the usual first day of the locale. */
export function weekDays(): WeekDay[] {
  const first = firstDay(locale)
  return Array.from({ length: 7 }, (_, at) => {
    const day = ((first - 1 + at) % 7) + 1
    // The first day of 2024 was a Monday.
    const date = new Date(Date.UTC(2024, 0, day))
    return { day, short: short(date), long: long(date) }
  })
}

type WithWeekInfo = { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } }

/** Returns the day on which the week begins: Monday if the browser does not know it. */
export function firstDay(locale = 'en-GB'): number {
  const known = new Intl.Locale(locale) as WithWeekInfo
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1
}

const short = dateFormat({ weekday: 'short', timeZone: 'UTC' })
const long = dateFormat({ weekday: 'long', timeZone: 'UTC' })
