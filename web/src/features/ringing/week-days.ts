import { dateFormat } from '#texts/date-format.ts'
import { locale } from '#texts/language.ts'

/** `day` is 1 for Monday and 7 for Sunday. */
type WeekDay = { day: number; short: string; long: string }

/** Begins with the first day of a week in the user's locale. */
export function weekDays(): WeekDay[] {
  const first = firstDay(locale)
  return Array.from({ length: 7 }, (_, at) => {
    const day = ((first - 1 + at) % 7) + 1
    // 1 January 2024 was a Monday.
    const date = new Date(Date.UTC(2024, 0, day))
    return { day, short: short(date), long: long(date) }
  })
}

type WithWeekInfo = { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } }

/** Returns 1 (Monday) to 7 (Sunday), or 1 if the browser does not know on which day a week begins. */
export function firstDay(locale = 'en-GB'): number {
  const known = new Intl.Locale(locale) as WithWeekInfo
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1
}

const short = dateFormat({ weekday: 'short', timeZone: 'UTC' })
const long = dateFormat({ weekday: 'long', timeZone: 'UTC' })
