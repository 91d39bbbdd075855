import { locale } from './language.ts'

/** Returns a function that formats a date. Its first call creates the `Intl.DateTimeFormat`, which is slow to create. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let format: Intl.DateTimeFormat | undefined
  return date => {
    format ??= new Intl.DateTimeFormat(locale, options)
    return format.format(date)
  }
}

/** Formats the time of day in the user's locale, like '14:05' or '2:05 PM'. */
export const timeOfDay = dateFormat({ timeStyle: 'short' })

export const exactMoment = dateFormat({ dateStyle: 'full', timeStyle: 'short' })

export const fullDay = dateFormat({ dateStyle: 'full' })

const mediumDay = dateFormat({ dateStyle: 'medium' })

/** Formats the day of an instant in the browser's time zone. */
export function localDay(instant: string): string {
  return mediumDay(new Date(instant))
}
